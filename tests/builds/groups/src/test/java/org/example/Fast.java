package org.example;

/** The group that runs. */
public interface Fast {
}
