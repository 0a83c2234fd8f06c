package io.faultline.faults;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Set;
import java.util.TreeSet;

/**
 * One difference between two releases that can be put into the earlier one alone.
 *
 * @param owner internal name of the class
 * @param name method (or field) name; {@code <header>} for a class's superclass with its constructors
 * @param desc descriptor; of a field after a colon; empty for a header
 */
record Element(String owner, String name, String desc, Kind kind) implements Comparable<Element> {
    private static final Comparator<Element> BY_TEXT = Comparator.comparing(Element::toString);

    enum Kind {
        /** The code differs. */
        CHANGED(""),
        /** Only the later release has the method, and it overrides one. */
        OVERRIDE("+"),
        /** Only the earlier release has the method, and it overrides one. */
        REMOVED("-"),
        /** Another superclass, with the constructors that call it. */
        HEADER("^"),
        /** Another value of a constant field. */
        CONSTANT("=");

        final String mark;

        Kind(String mark) {
            this.mark = mark;
        }
    }

    /** Whether somebody who reads the earlier release can point at the method. */
    boolean isFaultyMethod() {
        return kind == Kind.CHANGED || kind == Kind.REMOVED;
    }

    @Override
    public String toString() {
        return kind.mark + owner.replace('/', '.') + "::" + name + desc;
    }

    /** The opposite of {@link #toString}. Errors: IllegalArgumentException when it is no element. */
    static Element parse(String text) {
        Kind kind = Arrays.stream(Kind.values())
                .filter(other -> !other.mark.isEmpty() && text.startsWith(other.mark))
                .findFirst().orElse(Kind.CHANGED);
        String rest = text.substring(kind.mark.length());
        int colons = rest.indexOf("::");
        if (colons < 0) {
            throw new IllegalArgumentException("not CLASS::MEMBER: " + text);
        }
        String member = rest.substring(colons + 2);
        int desc = kind == Kind.CONSTANT ? member.indexOf(':') : member.indexOf('(');
        desc = desc < 0 ? member.length() : desc;
        String owner = rest.substring(0, colons).replace('.', '/');
        return new Element(owner, member.substring(0, desc), member.substring(desc), kind);
    }

    /** Elements separated by spaces, each once. */
    static Set<Element> parseAll(String joined) {
        Set<Element> elements = new TreeSet<>();
        Arrays.stream(joined.split(" ")).filter(text -> !text.isEmpty()).map(Element::parse).forEach(elements::add);
        return elements;
    }

    @Override
    public int compareTo(Element other) {
        return BY_TEXT.compare(this, other);
    }
}
