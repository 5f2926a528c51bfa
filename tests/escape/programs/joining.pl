# Replaces join without its protections: it joins the session's processes first, is readable for them, keeps its descriptors
# and variables, and builds no sandbox at the end.

require(($0 =~ s{[^/]*$}{}r) . 'system-calls');
my ($directory, $place, undef, undef, @command) = @ARGV;

open(my $inside, '<', "$directory/inside");
my ($first) = <$inside> =~ /"child-pid": ([0-9]+)/ or exit 3;
open(my $told, '<&=', 9);
my %environment = split /\0/, do { local $/; <$told> }, -1;

my %open;
open($open{$_}, '<', "/proc/$first/ns/$_") for 'mnt', 'pid', 'ipc', 'uts', 'user';
my $outer = ioctl($open{mnt}, 0xb701, 0);
call('setns', $outer + 0, 0);
call('setns', fileno $open{pid}, 0);
my $program = fork;
if (!$program) {
  my $secret = 'the secret of op';
  $0 = $secret;
  select(undef, undef, undef, 0.3);
  call('setns', fileno $open{$_}, 0) for 'ipc', 'uts', 'mnt', 'user';
  chdir $place;
  %ENV = (%ENV, %environment);
  exec '/bin/sh', '-c', '[ ! -e ~/.profile ] || . ~/.profile; exec "$@"', @command[0, 0 .. $#command];
}
waitpid($program, 0);
exit($? >> 8);
