# A null string is one only if its case is the same.
s/input\.equalsIgnoreCase(nullString)/input.equals(nullString)/
