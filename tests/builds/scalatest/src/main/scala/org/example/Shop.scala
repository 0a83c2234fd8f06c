package org.example

object Shop { // covered by: two, many, one
  def total(price: Int, count: Int): Int = {
    if (count > 3) { // covered by: two, many, one
      price * count - 1 // covered by: many
    } else {
      price * count // covered by: two, one
    }
  }
}
