package org.example;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.fail;

import org.junit.FixMethodOrder;
import org.junit.Test;
import org.junit.runners.MethodSorters;

/** In a fixed order, so that it is known which test is the first to use a class. */
@FixMethodOrder(MethodSorters.NAME_ASCENDING)
public class FailedInitialisersTest {
    @Test
    public void a_bad() {
        Callers.bad();
    }

    @Test
    public void b_badAgain() {
        Callers.bad();
    }

    @Test
    public void c_caught() {
        try {
            Callers.bad();
            fail("it is usable");
        } catch (NoClassDefFoundError expected) {
            assertEquals(1, 1);
        }
    }

    @Test
    public void d_derived() {
        Derived.twice();
    }

    @Test
    public void e_derivedAgain() {
        Derived.twice();
    }

    @Test
    public void f_wrapped() {
        Callers.wrapped();
    }

    @Test
    public void g_chain() {
        Callers.chain();
    }

    @Test
    public void h_chainAgain() {
        Callers.chain();
    }

    @Test
    public void i_kind() {
        Kind.valueOf("ODD");
    }

    @Test
    public void j_kindAgain() {
        Kind.valueOf("ODD");
    }

    @Test
    public void k_other() {
        Helper.value();
    }

    @Test
    public void l_helper() {
        Helper.value();
    }

    @Test
    public void m_fine() {
        assertEquals(1, Callers.fine());
    }
}
