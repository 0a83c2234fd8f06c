package io.faultline.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PrintableTest {
    @Test
    @DisplayName("What steers a terminal or a build server is shown, and other text stays")
    void hostile() {
        assertEquals("a\\u{1b}[31mb\\u{a}c", Printable.line("a\u001b[31mb\nc"));
        assertEquals("\\u{9b}2J\\u{202e}x\\u{2028}", Printable.line("\u009b2J\u202ex\u2028"));
        assertEquals("\\u{e0041}", Printable.line("\udb40\udc41"));
        assertEquals("a \\u{23}#[error]b \\u{23}#vso[c] # ## d[", Printable.line("a ##[error]b ##vso[c] # ## d["));
        assertEquals("na\u00efve \u6570 \ud83d\udc69", Printable.line("na\u00efve \u6570 \ud83d\udc69"));
        assertEquals("\\u{d800}", Printable.line("\ud800"));
    }
}
