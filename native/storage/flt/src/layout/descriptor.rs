//! Method descriptors, in the notations of the JVM and of Java source.

/// Stands for the return type if a layout does not contain it. It is no valid JVM descriptor, so it is never
/// mistaken for a real type.
pub(crate) const UNKNOWN_RETURN: &str = "?";

/// Splits a method such as `foo(I)V` into name and descriptor.
///
/// Names may contain parentheses (Kotlin's backticks), so the split is at the first parenthesis that starts a
/// valid descriptor. If there is none, the whole text is the name.
pub(crate) fn split(method: &str) -> (&str, &str) {
    method
        .match_indices('(')
        .map(|(at, _)| method.split_at(at))
        .find(|(_, descriptor)| argument_types(descriptor).is_some())
        .unwrap_or((method, ""))
}

/// The argument types of a descriptor, in Java notation; `None` if it is not a descriptor.
pub(crate) fn argument_types(descriptor: &str) -> Option<Vec<String>> {
    let mut rest = descriptor.strip_prefix('(')?;
    let mut types = Vec::new();
    loop {
        if let Some(result) = rest.strip_prefix(')') {
            let known = result == "V" || result == UNKNOWN_RETURN || field_type(result)?.1.is_empty();
            return known.then_some(types);
        }
        let (one, after) = field_type(rest)?;
        types.push(one);
        rest = after;
    }
}

/// The first type of a text, and the remaining text.
fn field_type(text: &str) -> Option<(String, &str)> {
    let element = text.trim_start_matches('[');
    let dimensions = text.len() - element.len();
    let first = element.chars().next()?;
    let (name, rest) = if first == 'L' {
        let (name, rest) = element[1..].split_once(';')?;
        (name.replace('/', "."), rest)
    } else {
        let (_, name) = PRIMITIVES.iter().find(|(code, _)| *code == first)?;
        ((*name).to_owned(), &element[1..])
    };
    // Class files allow at most 255; without a limit, a text could request any amount of memory.
    (dimensions <= 255).then(|| (name + &"[]".repeat(dimensions), rest))
}

const PRIMITIVES: [(char, &str); 8] = [
    ('Z', "boolean"),
    ('B', "byte"),
    ('C', "char"),
    ('S', "short"),
    ('I', "int"),
    ('J', "long"),
    ('F', "float"),
    ('D', "double"),
];

/// A descriptor from arguments in Java notation, `int,java.lang.String[]`, and a return type in JVM notation.
pub(crate) fn from_java(arguments: &str, result: &str) -> String {
    let mut descriptor = String::from("(");
    for argument in arguments.split(',').map(str::trim).filter(|argument| !argument.is_empty()) {
        let mut element = argument;
        while let Some(shorter) = element.strip_suffix("[]") {
            descriptor.push('[');
            element = shorter;
        }
        if let Some((code, _)) = PRIMITIVES.iter().find(|(_, name)| *name == element) {
            descriptor.push(*code);
        } else {
            descriptor.push('L');
            descriptor.push_str(&element.replace('.', "/"));
            descriptor.push(';');
        }
    }
    descriptor.push(')');
    descriptor.push_str(result);
    descriptor
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_end_where_the_descriptor_begins_even_with_parentheses_in_them() {
        assert_eq!(split("foo(I)V"), ("foo", "(I)V"));
        assert_eq!(split("<init>()V"), ("<init>", "()V"));
        assert_eq!(split("adds (two) numbers()V"), ("adds (two) numbers", "()V"));
        assert_eq!(split("bar(ILa/B$C;[[J)[La/D;"), ("bar", "(ILa/B$C;[[J)[La/D;"));
        assert_eq!(split("unknown(I)?"), ("unknown", "(I)?"));
        assert_eq!(split("no descriptor"), ("no descriptor", ""));
        assert_eq!(split("half(Lx"), ("half(Lx", ""));
    }

    #[test]
    fn arguments_go_to_java_and_back() {
        let descriptor = "(ILjava/lang/String;[[ZLa/B$C;[La/D;J)?";
        let types = argument_types(descriptor).unwrap();
        assert_eq!(types, ["int", "java.lang.String", "boolean[][]", "a.B$C", "a.D[]", "long"]);
        assert_eq!(from_java(&types.join(","), UNKNOWN_RETURN), descriptor);
        assert_eq!(from_java("", "V"), "()V");
    }

    #[test]
    fn what_is_no_descriptor_is_refused() {
        for text in ["", "(", "()", "(I", "(I)", "(Q)V", "(V)V", "(Lx)V", "()VV", "()I?", "([)V", "(é)V"] {
            assert_eq!(argument_types(text), None, "{text}");
        }
        assert_eq!(argument_types(&format!("({}I)V", "[".repeat(256))), None);
    }
}
