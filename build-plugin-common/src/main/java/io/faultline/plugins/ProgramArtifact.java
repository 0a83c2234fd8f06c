package io.faultline.plugins;

/**
 * The program as an artefact of a release, with a platform as its classifier; for plugins whose jar does not contain
 * it.
 */
public final class ProgramArtifact {
    public static final String GROUP = "io.faultline";
    public static final String NAME = "faultline-program";
    /** The type of a bare executable, also on systems whose executables have no such extension. */
    public static final String TYPE = "exe";

    private ProgramArtifact() {}
}
