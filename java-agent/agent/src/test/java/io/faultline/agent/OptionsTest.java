package io.faultline.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import org.junit.jupiter.api.Test;

class OptionsTest {
    @Test
    void withoutOptionsTheFolderIsBelowTheWorkingDirectory() {
        for (String text : new String[] {null, "", ","}) {
            Options options = Options.parse(text);
            assertEquals(new File(".faultline").getAbsolutePath(), options.directory);
            assertNull(options.root);
            assertTrue(options.include.isEmpty());
            assertFalse(options.fork);
        }
    }

    @Test
    void valuesArePercentDecodedInUtf8() {
        Options options = Options.parse("dir=/a%20b/c%2Cd%3D%C3%A9,root=/r+s,fork=true");
        assertEquals("/a b/c,d=\u00e9", options.directory);
        assertEquals("/r+s", options.root);
        assertTrue(options.fork);
    }

    @Test
    void aPercentSignThatBeginsNoEscapeIsItself() {
        assertEquals("100%", Options.decode("100%"));
        assertEquals("%zz%4", Options.decode("%zz%4"));
    }

    @Test
    void encodingAndDecodingAreInverse() {
        String odd = "/tmp/a b,c=d%e'\"$\\:*?\u00e9\ud83d\ude00";
        assertEquals(odd, Options.decode(Options.encode(odd)));
        assertTrue(Options.encode(odd).matches("[A-Za-z0-9/._%-]+"));
    }

    @Test
    void childrenGetTheSameOptionsWithAbsolutePaths() {
        Options options =
                Options.parse("dir=out,root=/p q,include=a.*:b.C,exclude=x,fork=true,run=4711,baseline=/b,order=/o");
        Options child = Options.parse(options.forChildren());
        assertEquals(new File("out").getAbsolutePath(), child.directory);
        assertEquals("/p q", child.root);
        assertEquals("a.*:b.C", child.include.toString());
        assertEquals("x", child.exclude.toString());
        assertTrue(child.fork);
        assertEquals("4711", child.run);
        assertEquals("/b", child.baseline);
        assertEquals("/o", child.order);
    }

    @Test
    void batchFilesFindNoPercentSign() {
        Options options = Options.parse("escape=@,dir=C@3A/a@20b,include=a.@2A,elements=branches:returns");
        assertEquals(new File("C:/a b").getAbsolutePath(), options.directory);
        assertEquals("a.*", options.include.toString());
        String text = options.forChildren();
        assertTrue(text.startsWith("escape=@,dir=") && text.indexOf('%') < 0, text);
        Options child = Options.parse(text);
        assertEquals(options.directory, child.directory);
        assertTrue(child.branches && child.returns);
    }

    @Test
    void anUnknownOptionIsNamed() {
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> Options.parse("inclde=a"));
        assertTrue(e.getMessage().contains("\"inclde\""), e.getMessage());
    }

    @Test
    void aFlagIsTrueOrFalse() {
        assertTrue(Options.parse("fork").fork);
        assertFalse(Options.parse("fork=false").fork);
        assertThrows(IllegalArgumentException.class, () -> Options.parse("fork=perhaps"));
        assertTrue(Options.parse("").jvmti);
        assertFalse(Options.parse(Options.parse("jvmti=false").forChildren()).jvmti);
    }
}
