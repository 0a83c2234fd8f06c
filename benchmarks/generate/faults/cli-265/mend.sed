# A token is a short option by its whole name, or by its first letter where several are joined.
/boolean isShortOption(String token)/,/^    }/{
s/return token.startsWith("-").*/if (!token.startsWith("-") || token.length() < 2) return false;\
        int end = token.indexOf('=');\
        String name = end < 0 ? token.substring(1) : token.substring(1, end);\
        return options.hasShortOption(name) || name.length() > 0 \&\& options.hasShortOption(name.substring(0, 1));/
}
