package io.faultline.instrument;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;

/** Reads which annotations a class or method has. Source: JVMS 4.7.16, 4.7.17. */
final class Annotations {
    private final ClassReader reader;
    private final char[] text;
    private int at;

    private Annotations(ClassReader reader, char[] text, int at) {
        this.reader = reader;
        this.text = text;
        this.at = at;
    }

    /** Whether an attribute holds annotations of what it belongs to, for the JVM or only for tools. */
    static boolean areIn(String attribute) {
        return attribute.equals("RuntimeInvisibleAnnotations") || attribute.equals("RuntimeVisibleAnnotations");
    }

    /** Returns the descriptors of the annotations in the attribute whose contents begin at {@code from}. */
    static List<String> in(ClassReader reader, int from, char[] text) {
        Annotations annotations = new Annotations(reader, text, from);
        List<String> types = new ArrayList<>();
        for (int left = annotations.number(); left > 0; left--) {
            types.add(annotations.annotation());
        }
        return types;
    }

    private int number() {
        at += 2;
        return reader.readUnsignedShort(at - 2);
    }

    /** Passes an annotation and returns its type. */
    private String annotation() {
        String type = reader.readUTF8(at, text);
        at += 2;
        for (int left = number(); left > 0; left--) {
            at += 2; // the name
            value();
        }
        return type;
    }

    private void value() {
        int tag = reader.readByte(at++);
        if (tag == '@') {
            annotation();
        } else if (tag == '[') {
            for (int left = number(); left > 0; left--) {
                value();
            }
        } else {
            at += tag == 'e' ? 4 : 2;
        }
    }
}
