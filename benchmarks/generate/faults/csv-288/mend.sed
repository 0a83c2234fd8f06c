# Whether the last token was a delimiter is remembered: asked again, the reader has gone on.
s/^    private String firstEol;/&\n    private boolean wasDelimiter;/
/boolean isDelimiter(final int ch)/,/^    }/{
s/^        if (ch != delimiter\[0\])/        wasDelimiter = false;\n&/
s/return true;/return wasDelimiter = true;/
s/return count != END_OF_STREAM;/return wasDelimiter = count != END_OF_STREAM;/
}
s/!isDelimiter(lastChar) && isEndOfFile(c)/!wasDelimiter \&\& isEndOfFile(c)/
