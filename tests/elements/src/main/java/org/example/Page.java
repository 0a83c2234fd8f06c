package org.example;

/** The shape of the paper's example: every run executes the same lines, and what one call returns tells them apart. */
public final class Page {
    private final java.util.Map<String, String> form;
    public Page(java.util.Map<String, String> form) { this.form = form; }
    public String show() {
        int index = form.getOrDefault("user", "").indexOf('@');
        String name = form.getOrDefault("user", "").substring(0, index);
        return "<b>" + name + "</b>" + foot(name);
    }
    private static String foot(String name) {
        // The fault: a name that is empty has no first letter.
        return "<i>" + name.charAt(0) + "</i>";
    }
}
