package io.faultline.amplify.grow;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.Map;
import java.util.TreeMap;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;

/** A file manager that keeps the compiler's output in memory. */
final class Memory extends ForwardingJavaFileManager<StandardJavaFileManager> {
    private final Map<String, ByteArrayOutputStream> written = new TreeMap<>();

    Memory(StandardJavaFileManager files) {
        super(files);
    }

    /** An in-memory source file. */
    static JavaFileObject source(String path, String text) {
        return new Text(path, text);
    }

    /** The class files by binary name. */
    Map<String, byte[]> classes() {
        Map<String, byte[]> classes = new TreeMap<>();
        written.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
        return classes;
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
            JavaFileManager.Location at, String name, JavaFileObject.Kind kind, FileObject sibling) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        if (kind == JavaFileObject.Kind.CLASS) {
            written.put(name, bytes);
        }
        return new SimpleJavaFileObject(
                URI.create("mem:///" + name.replace('.', '/').replace("$", "%24") + kind.extension), kind) {
            @Override
            public OutputStream openOutputStream() {
                return bytes;
            }
        };
    }

    @Override
    public boolean isSameFile(FileObject a, FileObject b) {
        return a instanceof Text || b instanceof Text ? a.equals(b) : super.isSameFile(a, b);
    }

    private static final class Text extends SimpleJavaFileObject {
        private final String text;

        Text(String path, String text) {
            super(URI.create("string:///" + path.replace("$", "%24").replace(" ", "%20")), JavaFileObject.Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
