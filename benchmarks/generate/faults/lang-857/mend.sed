# Each code point consumed is measured where it is.
s/Character\.charCount(Character\.codePointAt(input, pos))/Character.charCount(Character.codePointAt(input, pt))/
