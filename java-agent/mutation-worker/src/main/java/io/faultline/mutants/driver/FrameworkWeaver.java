package io.faultline.mutants.driver;

/** The classes of frameworks in which a driver has to be asked: their class files in, with the question out. */
public final class FrameworkWeaver {
    private FrameworkWeaver() {}

    /** Whether the class of this internal name is one of them. */
    public static boolean handles(String name) {
        return name.equals(TaskWeaver.TASK) || TestNgWeaver.INVOKERS.contains(name);
    }

    /** The class with the question in it. */
    public static byte[] weave(String name, byte[] classFile) {
        return name.equals(TaskWeaver.TASK) ? TaskWeaver.weave(classFile) : TestNgWeaver.weave(classFile);
    }
}
