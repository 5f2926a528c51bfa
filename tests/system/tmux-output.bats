#!/usr/bin/env bats
# shellcheck disable=SC2016 # perl expands what is quoted
# The filter between the output of a background session and the user's tmux server, byte by byte.

bats_require_minimum_version 1.5.0

load ../lib/world

# passes: reads lines of INPUT and EXPECTED, as perl writes them between double quotes, with a tab between. Asserts that the filter
# turns INPUT into EXPECTED, in whatever portions the input arrives.
passes() {
  perl -e '
    use strict;
    require "/src/libexec/tmux-output";
    my $lines = 0;
    while (my $line = readline STDIN) {
      chomp $line;
      my ($input, $expected) = map { eval qq("$_") // die "$_: $@" } split /\t/, $line, -1;
      for my $size (1, 2, 3, 7, 4096, 1 << 20) {
        my ($rest, $output) = ($input, "");
        $output .= safe_output(substr $rest, 0, $size, "") while $rest ne "";
        die "portions of $size bytes: $line\n" if $output ne $expected;
        $lines++;
      }
    }
    print "$lines comparisons\n"'
}

@test "text and the sequences of ordinary programs pass unchanged" {
  run -0 passes <<'END'
abc\e[1mx\e[0m\r\n	abc\e[1mx\e[0m\r\n
\e[?1049h\e[2J\e[38;5;12mcolour\e[?25l	\e[?1049h\e[2J\e[38;5;12mcolour\e[?25l
\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80	\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80
\e(Bline\e)0\e7\e8\e=\eM	\e(Bline\e)0\e7\e8\e=\eM
\e]2;title\aok	\e]2;title\aok
\e]8;;https://localhost\e\\link\e]8;;\e\\	\e]8;;https://localhost\e\\link\e]8;;\e\\
\e[18t\e[14t\e[>22tx	\e[18t\e[14t\e[>22tx
END
  assert_output '42 comparisons'
}

@test "strings, pushed titles and overlong sequences are removed" {
  run -0 passes <<'END'
a\ePq#0!9999~\e\\b	ab
a\e\ePq#0\e\\b	ab
a\e\x00Pq#0\e\\b	ab
a\e\xffPq#0\e\\b	ab
a\ePtmux;\e\e]52;c;x\a\e\\b	ab
a\e_x\e\\\e^x\e\\\eXx\e\\\ekx\e\\b	ab
a\ePx\x18b\ePx\x1ab	abb
a\e[22;0t\e[0022t\e[1;23;2t\e[2\x002;0tb	ab
a\e]2;@{['A' x 9000]}\ab	ab
a\e]2;@{['A' x 9000]}\e\\b	ab
a\e[@{['1;' x 5000]}mb	ab
END
  assert_output '66 comparisons'
}

@test "questions that tmux answers pass as far as the session reads the answers, at most 100 in a second" {
  run -0 perl -e '
    require "/src/libexec/tmux-output";
    for my $question ("\e[c", "\e[0c", "\e[>c", "\e[>0q", "\e[6n", "\e[?996n", "\e[?2026\$p", "\e[18t", "\e[?u", "\e[?1;1S", "\e[?2026\$\x01p", "\e]11;\x01?\a", "\e]10;?\a", "\e]4;1;?;2;?\e\\", "\eZ") {
      sleep 1;
      my $answered = 0;
      $answered += length safe_output("a$question") > 1 for 1 .. 300;
      die "$answered times $question" if $answered < 1 || $answered > 200;
      die "unread: $question" if safe_output("a${question}b", 1) ne "ab";
    }
    die if safe_output("\e[1mx\e]2;why?\a\e[2q", 1) ne "\e[1mx\e]2;why?\a\e[2q";
    print "done"'
  assert_output done
}

@test "C1 characters are replaced, also those that tmux would join" {
  run -0 passes <<'END'
a\xc2\x9d52;c;eA==\xc2\x9cb\xc2\xa0c	a\xef\xbf\xbd52;c;eA==\xef\xbf\xbdb\xc2\xa0c
a\xc2\xc2\x9b\x9bb	a\xef\xbf\xbd\xef\xbf\xbd\x9bb
a\xc2\e[0m\x9bb	a\xef\xbf\xbd\e[0m\x9bb
a\xc2\ePx\e\\\x9bb	a\xef\xbf\xbdb
a\xc2\x7f\x9bb	a\xef\xbf\xbd\x7f\x9bb
a\e]2;\xc2\x9bx\ab	a\e]2;\xef\xbf\xbdx\ab
END
  assert_output '36 comparisons'
}

@test "an interrupted sequence is removed, and the next one counts" {
  run -0 passes <<'END'
a\e[12\e[mb	a\e[mb
a\e[12\x18b	ab
a\e]2;x\e[mb	a\e[mb
a\e]2;x\x18b	ab
a\ePx\e[mb	a\e[mb
a\e\e[mb	a\e[mb
a\e\x18b	ab
a\e]2;@{['A' x 9000]}\e[mb	a\e[mb
a\e[@{['1;' x 5000]}\e[mb	a\e[mb
END
  assert_output '54 comparisons'
}
