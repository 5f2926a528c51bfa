package dev.bawn.launcher.sessions;

import java.util.Comparator;

/** Sorts names with numbers by their value: {@code app-2} before {@code app-10}. */
final class NaturalOrder implements Comparator<String> {

  @Override
  public int compare(String one, String other) {
    int at = 0;
    int to = 0;
    while (at < one.length() && to < other.length()) {
      int ends = digits(one, at);
      int end = digits(other, to);
      int order =
          ends > at && end > to
              ? numbers(one.substring(at, ends), other.substring(to, end))
              : Character.compare(one.charAt(at), other.charAt(to));
      if (order != 0) {
        return order;
      }
      boolean number = ends > at && end > to;
      at = number ? ends : at + 1;
      to = number ? end : to + 1;
    }
    // no two names are equal in this order, since one of them would be lost
    int rest = Integer.compare(one.length() - at, other.length() - to);
    return rest != 0 ? rest : one.compareTo(other);
  }

  private static int digits(String text, int at) {
    int end = at;
    while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
      end++;
    }
    return end;
  }

  /** Compares numbers of any length. */
  private static int numbers(String one, String other) {
    String left = withoutZeros(one);
    String right = withoutZeros(other);
    return left.length() == right.length()
        ? left.compareTo(right)
        : Integer.compare(left.length(), right.length());
  }

  private static String withoutZeros(String digits) {
    int at = 0;
    while (at < digits.length() - 1 && digits.charAt(at) == '0') {
      at++;
    }
    return digits.substring(at);
  }
}
