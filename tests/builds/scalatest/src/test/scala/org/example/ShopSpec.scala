package org.example

import org.scalatest.flatspec.AnyFlatSpec

class ShopSpec extends AnyFlatSpec {
  "A shop" should "total two" in {
    assert(Shop.total(2, 2) == 4)
  }

  it should "total many [of/them]" in {
    assert(Shop.total(2, 4) == 8)
  }

  it should "give a rebate" in pending

  it should "be open" in {
    assume(false)
  }

  ignore should "be closed" in {
    assert(Shop.total(1, 1) == 1)
  }
}
