//! Patterns of class names.

use faultline_messages::failure::Failure;

/// Returns the trimmed patterns. Errors: a pattern cannot match a class name, which the agent would ignore
/// silently.
pub fn checked(patterns: &[String]) -> Result<Vec<&str>, Failure> {
    patterns.iter().map(|pattern| checked_pattern(pattern.trim())).collect()
}

fn checked_pattern(pattern: &str) -> Result<&str, Failure> {
    if pattern.is_empty() {
        return Err(Failure::misuse("a class pattern is empty; give a name like `org.example.*`"));
    }
    if let Some(found) = pattern.chars().find(|&c| c.is_whitespace() || "/:,;[]()#".contains(c)) {
        let dotted = pattern.replace('/', ".");
        let advice = if found == '/' { format!("; did you mean `{dotted}`?") } else { String::new() };
        return Err(Failure::misuse(format!(
            "the class pattern `{pattern}` holds `{found}`, which cannot occur in a class name{advice}"
        )));
    }
    Ok(pattern)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_that_no_class_can_match_are_misuse() {
        assert!(checked_pattern("org.x.*").is_ok());
        assert!(checked_pattern("org.x.Outer$Inner?").is_ok());
        for pattern in ["", "org/x/Foo", "a b", "Foo#bar"] {
            assert!(matches!(checked_pattern(pattern), Err(Failure::Misuse(_))), "{pattern}");
        }
        assert!(checked_pattern("org/x/*").is_err_and(|e| e.to_string().contains("`org.x.*`")));
    }
}
