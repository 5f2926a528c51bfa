package dev.bawn.admin.mirror;

import java.util.Collection;
import java.util.Comparator;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The complement of a few words, which extended regular expressions have no operator for. */
final class AnyNameBut {

  private static final String ANY = "[^/]*";

  private AnyNameBut() {}

  /**
   * An expression for every name, the empty one included, that is none of these.
   *
   * @param words of letters only
   */
  static String these(Collection<String> words) {
    Set<String> left = new TreeSet<>(words);
    if (left.isEmpty()) {
      return ANY;
    }
    boolean mayEnd = !left.remove("");
    SortedMap<Character, Set<String>> byFirst = new TreeMap<>(Comparator.naturalOrder());
    for (String word : left) {
      byFirst.computeIfAbsent(word.charAt(0), c -> new TreeSet<>()).add(word.substring(1));
    }
    String goesOn =
        byFirst.entrySet().stream()
            .map(each -> each.getKey() + these(each.getValue()) + "|")
            .collect(Collectors.joining());
    String letters = byFirst.keySet().stream().map(String::valueOf).collect(Collectors.joining());
    return "(" + goesOn + "[^/" + letters + "]" + ANY + ")" + (mayEnd ? "?" : "");
  }
}
