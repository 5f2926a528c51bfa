{{! The profile of bubblewrap on systems that would confine it otherwise. }}
# Made by bawn-admin. It removes no rights and allows user namespaces, which this system refuses to
# programs without a profile. Bubblewrap sets no_new_privs; after that, a change to an agent's profile
# is possible only from a profile in this mode, so it cannot be limited to bubblewrap.
abi <{{abi}}>,

profile bawn-bubblewrap flags=(unconfined) {
{{#userns}}
  userns,
{{/userns}}
}
