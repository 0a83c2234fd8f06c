# Percents are of the value: a hundred times the numerator may not fit.
s/return multiply(100)\.doubleValue();/return 100 * doubleValue();/
