# Hexadecimal digits that are too many for an int are a long.
/str.startsWith("0x")/,/^        }/{
s/return createInteger(str);/try { return createInteger(str); } catch (NumberFormatException large) { return Long.decode(str); }/
}
