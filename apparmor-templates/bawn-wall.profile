{{! What bubblewrap runs as where the system would come between it and an agent's own policy. }}
# Made by bawn-admin. It takes nothing away and gives user namespaces, which this system keeps from
# programs without a profile. Bubblewrap sets no_new_privs, after which a change to an agent's
# policy is only possible from a profile in this mode; so it cannot be narrowed to bubblewrap.
abi <{{abi}}>,

profile bawn-wall flags=(unconfined) {
{{#userns}}
  userns,
{{/userns}}
}
