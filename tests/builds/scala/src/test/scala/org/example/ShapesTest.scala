package org.example

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

class ShapesTest {
  @Test
  def sums(): Unit = {
    assertEquals(4, Shapes.areas(List(Square(2), Point)))
  }

  @Test
  def looksUp(): Unit = {
    assertEquals(1, Shapes.table("unit"))
  }

  @Test
  def isTooLarge(): Unit = {
    Shapes.area(Square(101))
  }

  @Test
  def names(): Unit = {
    assertEquals("shape", Square(3).name)
  }
}
