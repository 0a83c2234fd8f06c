package org.example;

import static org.junit.Assert.assertEquals;

import org.junit.FixMethodOrder;
import org.junit.Test;
import org.junit.runners.MethodSorters;

/** In a fixed order, so that it is known whose work the initialisers are. */
@FixMethodOrder(MethodSorters.NAME_ASCENDING)
public class InitialisersTest {
    @Test
    public void a_direct() {
        assertEquals(0, Filler.fill(0).length);
    }

    @Test
    public void b_chained() {
        assertEquals(10, Chain.second());
    }

    @Test
    public void c_first() {
        assertEquals(0, Table.cell(0));
    }

    @Test
    public void d_second() {
        assertEquals(21, Table.cell(2));
    }

    @Test
    public void e_both() {
        assertEquals(20, Table.cell(2));
        assertEquals(1, Filler.fill(1).length);
    }

    @Test
    public void f_breaks() {
        Broken.value();
    }

    @Test
    public void g_colour() {
        assertEquals("RED", Colour.RED.name());
    }

    @Test
    public void h_colourCode() {
        assertEquals(2, Colour.GREEN.code());
    }

    @Test
    public void i_touchesNothing() {
    }

    @Test
    public void j_reads() {
        assertEquals(2, Reader.read());
    }

    @Test
    public void k_readsAgain() {
        assertEquals(2, Reader.read());
    }

    @Test
    public void l_readsNot() {
        assertEquals(0, Reader.without());
    }

    @Test
    public void m_derived() {
        assertEquals(4, Derived.twice(2));
    }

    @Test
    public void n_derivedAgain() {
        assertEquals(6, Derived.twice(3));
    }
}
