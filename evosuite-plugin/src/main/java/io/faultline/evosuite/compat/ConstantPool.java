package io.faultline.evosuite.compat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Moves classes to another package by changing the strings of a class file's constant pool.
 *
 * <p>Names, descriptors and signatures are strings there, and nothing else in a class file depends on their lengths.
 * Source: JVMS 4.4.
 */
final class ConstantPool {
    private static final int HEADER = 8; // magic, versions
    private static final int UTF8 = 1;
    private static final int LONG = 5;
    private static final int DOUBLE = 6;

    private ConstantPool() {}

    /** Replaces one package name by another in all strings. */
    static byte[] replace(byte[] classFile, String from, String to) {
        if (from.equals(to)) {
            return classFile;
        }
        try {
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(classFile));
            ByteArrayOutputStream bytes = new ByteArrayOutputStream(classFile.length + classFile.length / 8);
            DataOutputStream out = new DataOutputStream(bytes);
            copy(in, out, HEADER);
            int count = in.readUnsignedShort();
            out.writeShort(count);
            for (int i = 1; i < count; i++) {
                int tag = in.readUnsignedByte();
                out.writeByte(tag);
                if (tag == UTF8) {
                    out.writeUTF(in.readUTF().replace(from, to));
                } else {
                    copy(in, out, size(tag));
                }
                if (tag == LONG || tag == DOUBLE) {
                    i++; // these occupy two indices
                }
            }
            copy(in, out, in.available());
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // not a class file
        }
    }

    private static void copy(DataInputStream in, DataOutputStream out, int length) throws IOException {
        byte[] bytes = new byte[length];
        in.readFully(bytes);
        out.write(bytes);
    }

    private static int size(int tag) throws IOException {
        switch (tag) {
            case 7: // Class
            case 8: // String
            case 16: // MethodType
            case 19: // Module
            case 20: // Package
                return 2;
            case 15: // MethodHandle
                return 3;
            case 3: // Integer
            case 4: // Float
            case 9: // Fieldref
            case 10: // Methodref
            case 11: // InterfaceMethodref
            case 12: // NameAndType
            case 17: // Dynamic
            case 18: // InvokeDynamic
                return 4;
            case LONG:
            case DOUBLE:
                return 8;
            default:
                throw new IOException("constant with tag " + tag);
        }
    }
}
