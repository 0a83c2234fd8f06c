package org.example

sealed trait Shape {
  def name: String = "shape" // covered by: names
}

final case class Square(side: Int) extends Shape { // covered by: *
  require(side >= 0, "a side") // covered by: *
}

case object Point extends Shape { // covered by: sums
  override def name: String = "point"
}

object Shapes { // covered by: sums, looksUp, isTooLarge
  val unit: Square = Square(1) // covered by: sums, looksUp, isTooLarge

  def area(shape: Shape): Int = shape match { // covered by: sums, looksUp, isTooLarge
    case Square(side) if side > 100 => // covered by: sums, looksUp, isTooLarge
      throw new IllegalStateException("large") // covered by: isTooLarge
    case Square(side) => // covered by: sums, looksUp
      side * side // covered by: sums, looksUp
    case Point => // covered by: sums
      0 // covered by: sums
  }

  def areas(shapes: List[Shape]): Int = {
    var sum = 0 // covered by: sums
    for (shape <- shapes) { // covered by: sums
      sum += area(shape) // covered by: sums
    }
    sum // covered by: sums
  }

  lazy val table: Map[String, Int] = // covered by: looksUp
    Map("unit" -> area(unit)) // covered by: looksUp
}
