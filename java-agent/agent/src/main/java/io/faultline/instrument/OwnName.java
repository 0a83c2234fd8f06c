package io.faultline.instrument;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.objectweb.asm.ClassReader;

/** Renames a class within its class file. */
final class OwnName {
    private static final int TEXT = 1;
    private static final int LONG = 5;
    private static final int DOUBLE = 6;
    private static final int CLASS = 7;
    private static final int STRING = 8;
    private static final int METHOD_HANDLE = 15;
    private static final int METHOD_TYPE = 16;

    private OwnName() {}

    /**
     * Replaces the class's name in all texts of its constants (JVMS 4.4.7). The name must not be part of another one.
     * For class files up to version 52.
     */
    static byte[] replace(byte[] classFile, String name) {
        String own = new ClassReader(classFile).getClassName();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(classFile.length);
        DataInputStream from = new DataInputStream(new ByteArrayInputStream(classFile));
        try {
            DataOutputStream to = new DataOutputStream(bytes);
            to.writeLong(from.readLong());
            int count = from.readUnsignedShort();
            to.writeShort(count);
            int next = 1;
            while (next < count) {
                next += constant(from, to, own, name);
            }
            for (int rest = from.read(); rest >= 0; rest = from.read()) {
                to.write(rest);
            }
        } catch (IOException ended) {
            throw new IllegalArgumentException(ended);
        }
        return bytes.toByteArray();
    }

    /** Copies a constant. Returns the number of indices it occupies. */
    private static int constant(DataInputStream from, DataOutputStream to, String own, String name) throws IOException {
        int tag = from.readUnsignedByte();
        to.writeByte(tag);
        switch (tag) {
            case TEXT:
                to.writeUTF(from.readUTF().replace(own, name));
                return 1;
            case LONG:
            case DOUBLE:
                to.writeLong(from.readLong());
                return 2;
            case CLASS:
            case STRING:
            case METHOD_TYPE:
                to.writeShort(from.readUnsignedShort());
                return 1;
            case METHOD_HANDLE:
                to.writeByte(from.readUnsignedByte());
                to.writeShort(from.readUnsignedShort());
                return 1;
            default:
                to.writeInt(from.readInt());
                return 1;
        }
    }
}
