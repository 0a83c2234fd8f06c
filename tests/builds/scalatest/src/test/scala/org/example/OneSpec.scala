package org.example

import org.scalatest.funsuite.AnyFunSuite

class OneSpec extends AnyFunSuite {
  test("one") {
    assert(Shop.total(1, 1) == 1)
  }
}
