{{! What an agent may do, as AppArmor policy (apparmor.d(5)). Every value stands between quotes and is escaped for them. }}
# Made by bawn-admin for {{agent}}: a change here changes nothing. What the kernel is given is
# profile.bin, which is made from this text and sealed beside it.
#
# The paths are those inside a session: /home/agent is the agent's home, /work its project.
abi <{{abi}}>,

# attach_disconnected: descriptors that the operator hands in (a redirected file) lie outside of the
# session's mounts. mediate_deleted: a deleted file is judged by the name that it had, so that a
# here-document can be opened as /dev/stdin and a deleted program is refused like any other.
profile "{{profile}}" flags=(attach_disconnected, mediate_deleted) {
{{#programs}}
  "{{path}}" ixmr,
{{/programs}}
{{#trees}}
  "{{path}}/{,**}" ixmr,
{{/trees}}

  # To look at everything that the session's mounts show; to load libraries from /usr only.
  / r,
  /usr/{,**} r,
  /usr/{lib,lib32,lib64,libexec}/**.so{,.*} mr,
  /etc/{,**} r,
  "{{agents}}/{,.gen/}{{agent}}/{,*/}bin/{,**}" r,
  /work/{,**} r,
  /{home,run,var,var/tmp,var/lib}/ r,

  # What is the agent's own it reads and writes, and never runs: no x and no m.
  owner /home/agent/{,**} r,
  owner /home/agent/** wkl,
  owner /work/*/.scratch/** wkl,
{{#writable}}
  owner "{{path}}/" w,
  owner "{{path}}/**" wkl,
{{/writable}}
  owner /{tmp,var/tmp,dev/shm}/** rwkl,
{{#unpacked}}
  # But an adopted tool carries libraries in its program and loads them from here, as its definition says.
  owner "{{path}}/.*.so" m,
{{/unpacked}}
  /{tmp,var/tmp,dev/shm}/ r,
{{#compiled}}
  # But root lets it execute what it writes in these directories.
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
  # Names of threads, and to offer itself to the kernel when memory runs out.
  owner /proc/*/{comm,task/*/comm,oom_score_adj} w,

{{#network}}
  network inet stream,
  network inet dgram,
  network inet6 stream,
  network inet6 dgram,
  # getaddrinfo(3) asks for the machine's addresses.
  network netlink raw,
{{/network}}
  unix (create, getattr, getopt, setopt, shutdown, bind, listen),
  unix (accept, connect, send, receive) peer=(label="{{profile}}"),

  # Signals come from within, from sudo (its CONT after fg) and from bubblewrap.
  signal (send, receive) peer="{{profile}}",
  signal receive peer=unconfined,
  signal receive peer=bawn-wall,

  set rlimit nproc <= {{nproc}},
  set rlimit nofile <= {{nofile}},
}
