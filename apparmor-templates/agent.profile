{{! The AppArmor profile of an agent (apparmor.d(5)). Every value is between quotes and escaped for them. }}
# Made by bawn-admin for {{agent}}: a change of this file has no effect. The kernel loads
# profile.bin, which is compiled from this text and signed, too.
#
# The paths are those inside a session: /home/agent is the agent's home, /work its project.
abi <{{abi}}>,

# attach_disconnected: files that the operator passes as descriptors (redirections) are outside the
# session's mounts. mediate_deleted: a deleted file is checked by its last name, so that a
# here-document can be opened as /dev/stdin and a deleted program is refused like any other.
profile "{{profile}}" flags=(attach_disconnected, mediate_deleted) {
{{#programs}}
  "{{path}}" ixmr,
{{/programs}}
{{#trees}}
  "{{path}}/{,**}" ixmr,
{{/trees}}

  # Reads all files in the session's mounts, and loads libraries from /usr only.
  / r,
  /usr/{,**} r,
  /usr/{lib,lib32,lib64,libexec}/**.so{,.*} mr,
  /etc/{,**} r,
  "{{agents}}/{,.gen/}{{agent}}/{,*/}bin/{,**}" r,
  /work/{,**} r,
  /{home,run,var,var/tmp,var/lib}/ r,
{{#identity}}
  # The key with which git signs commits.
  /run/identity/{,*} r,
{{/identity}}

  # Reads and writes the agent's own files, and never executes them: no x and no m.
  owner /home/agent/{,**} r,
  owner /home/agent/** wkl,
  owner /work/*/.scratch/** wkl,
{{#writable}}
  owner "{{path}}/" w,
  owner "{{path}}/**" wkl,
{{/writable}}
  owner /{tmp,var/tmp,dev/shm}/** rwkl,
{{#unpacked}}
  # An adopted tool unpacks libraries here and loads them, according to its definition.
  owner "{{path}}/.*.so" m,
{{/unpacked}}
  /{tmp,var/tmp,dev/shm}/ r,
{{#compiled}}
  # root allowed the agent to execute the files that it writes in these directories.
  owner /{home/agent,work/*/.scratch}/** ixm,
{{#writable}}
  owner "{{path}}/**" ixm,
{{/writable}}
  owner /compiled/** rwklixm,
  /compiled/ r,
{{/compiled}}

  /dev/{,pts/} r,
  /dev/{null,zero,full,random,urandom,tty,console,ptmx,pts/*} rw,
  /proc/{,**} r,
  # Names of threads, and the score of a process for the OOM killer.
  owner /proc/*/{comm,task/*/comm,oom_score_adj} w,

{{#network}}
  network inet stream,
  network inet dgram,
  network inet6 stream,
  network inet6 dgram,
  # getaddrinfo(3) reads the machine's addresses.
  network netlink raw,
{{/network}}
  unix (create, getattr, getopt, setopt, shutdown, bind, listen),
  unix (accept, connect, send, receive) peer=(label="{{profile}}"),

  # Signals from the session, from sudo (its CONT after fg) and from bubblewrap.
  signal (send, receive) peer="{{profile}}",
  signal receive peer=unconfined,
  signal receive peer=bawn-bubblewrap,

  set rlimit nproc <= {{nproc}},
  set rlimit nofile <= {{nofile}},
}
