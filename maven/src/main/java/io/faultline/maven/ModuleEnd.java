package io.faultline.maven;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.apache.maven.execution.ExecutionEvent;
import org.apache.maven.execution.ExecutionListener;
import org.apache.maven.execution.MavenExecutionRequest;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.project.MavenProject;

/**
 * Runs an action when the build of a module has ended, also if its tests have failed, after which no goal runs.
 *
 * <p>Wraps the listener of the session, which Maven asks for at each event. Only a lifecycle extension could register
 * another one, and that would have to be declared in the pom.
 */
final class ModuleEnd implements InvocationHandler {
    /** Context value of a module: a {@link Runnable}. */
    private static final String ACTION = "faultline.end";

    private final ExecutionListener next;

    private ModuleEnd(ExecutionListener next) {
        this.next = next;
    }

    /** Sets the action of a module, in place of an earlier one. Threads: any, at any time. */
    static void set(MavenSession session, MavenProject module, Runnable action) {
        module.setContextValue(ACTION, action);
        MavenExecutionRequest request = session.getRequest();
        synchronized (request) {
            ExecutionListener now = request.getExecutionListener();
            if (!(now != null
                    && Proxy.isProxyClass(now.getClass())
                    && Proxy.getInvocationHandler(now) instanceof ModuleEnd)) {
                request.setExecutionListener((ExecutionListener) Proxy.newProxyInstance(
                        ModuleEnd.class.getClassLoader(),
                        new Class<?>[] {ExecutionListener.class},
                        new ModuleEnd(now)));
            }
        }
    }

    /** Runs the action of a module at once, for a goal that reads its result. It runs at the end as well. */
    static void now(MavenProject module) {
        Object action = module.getContextValue(ACTION);
        if (action instanceof Runnable) {
            ((Runnable) action).run();
        }
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        boolean isEnd =
                method.getName().equals("projectSucceeded") || method.getName().equals("projectFailed");
        if (isEnd && arguments[0] instanceof ExecutionEvent) {
            now(((ExecutionEvent) arguments[0]).getProject());
        }
        if (method.getDeclaringClass() == Object.class) {
            return method.invoke(this, arguments);
        }
        try {
            return next == null ? null : method.invoke(next, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
