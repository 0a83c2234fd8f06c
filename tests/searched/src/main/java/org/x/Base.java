package org.x;

import java.util.ArrayList;
import java.util.List;

public abstract class Base {
    static final List<String> NAMES = new ArrayList<>();

    static {
        NAMES.add("a");
        NAMES.add(Limits.name());
    }
}
