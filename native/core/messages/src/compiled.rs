//! What people wrote of a method that a compiler named: javac, ecj, kotlinc, scalac, groovyc.

/// A method that a compiler named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compiled<'a> {
    /// The class in which people see it.
    pub class: &'a str,
    /// The method in which it was written; empty if the name does not tell.
    pub method: &'a str,
    /// What of that method it is: `lambda`; empty for the method itself.
    pub part: &'static str,
}

/// Endings of the names of classes in which Kotlin and Groovy put the code of interfaces and traits.
const CARRIERS: [&str; 3] = ["$DefaultImpls", "$Trait$Helper", "$Trait$FieldHelper"];
/// The last parameter of a constructor that kotlinc adds.
const MARKER: &str = "Lkotlin/jvm/internal/DefaultConstructorMarker;)V";
/// Letters of the hash that kotlinc adds to the name of a function with value classes, after a hyphen.
const HASH: usize = 7;

/// What people wrote of a method; `None` if they gave it its name.
pub fn of<'a>(class: &'a str, method: &'a str, descriptor: &str) -> Option<Compiled<'a>> {
    if let Some(of_class) = class_of_lambda(class, method) {
        return Some(of_class);
    }
    let seen_in = CARRIERS.iter().find_map(|carrier| class.strip_suffix(carrier)).unwrap_or(class);
    let (method, part) = if method == "<init>" && descriptor.ends_with(MARKER) {
        (method, DEFAULTS)
    } else {
        named(method).or((seen_in != class).then_some((method, "")))?
    };
    Some(Compiled { class: seen_in, method: initialiser(method), part })
}

const LAMBDA: &str = "lambda";
/// Kinds of advice, as `ajc` begins the names of their methods: `ajc$before$org_x_Log$1$656d99ae`.
const ADVICE: [&str; 5] = ["before", "after", "afterReturning", "afterThrowing", "around"];
const DEFAULTS: &str = "default arguments";

/// The method and the part of it that a name tells.
fn named(name: &str) -> Option<(&str, &'static str)> {
    if let Some(rest) = name.strip_prefix("lambda$").or_else(|| name.split_once("$anonfun$").map(|two| two.1))
    {
        let of = without_number(rest);
        return Some((if is_number(of) { "" } else { of }, LAMBDA));
    }
    if let Some(of) = surrounded(name) {
        return Some((initialiser(of), "woven"));
    }
    if let Some((kind, _)) = name.strip_prefix("ajc$").and_then(|rest| rest.split_once('$'))
        && ADVICE.contains(&kind)
    {
        return Some((kind, "advice"));
    }
    if let Some(of) = inter_type(name) {
        return Some((of, "inter-type"));
    }
    if let Some((of, _)) = name.split_once("$lambda$") {
        return Some((of.strip_suffix("_delegate").unwrap_or(of), LAMBDA));
    }
    if let Some(of) = name.strip_suffix("$default") {
        return Some((without_hash(of), DEFAULTS));
    }
    if let Some((of, _)) = name.rsplit_once("$default$").filter(|(_, number)| is_number(number)) {
        return Some((of, "default argument"));
    }
    if let Some(of) = name.strip_prefix("access$") {
        return Some((if of.starts_with(|c: char| c.is_ascii_digit()) { "" } else { of }, "accessor"));
    }
    if name.starts_with("delayedEndpoint$") {
        return Some(("<init>", ""));
    }
    let same = ["$lzycompute", "$extension"].iter().find_map(|end| name.strip_suffix(end));
    let same = same.or_else(|| lazy(name));
    let same = same.unwrap_or_else(|| without_hash(without_number(name)));
    (same != name || initialiser(name) != name).then_some((same, ""))
}

/// The method that an aspect declares for another class: `total` of `ajc$interMethod$org_x_Discounts$org_x_Order$total`.
fn inter_type(name: &str) -> Option<&str> {
    let rest = name.strip_prefix("ajc$interMethod$").or_else(|| name.strip_prefix("ajc$interFieldInit$"))?;
    rest.rsplit_once('$').map(|(_, of)| of).filter(|of| !of.is_empty())
}

/// The lazy value that a method of this name computes, as Scala 3 calls it: `net` of `net$lzyINIT1`.
fn lazy(name: &str) -> Option<&str> {
    name.split_once("$lzyINIT").filter(|(of, number)| !of.is_empty() && is_number(number)).map(|(of, _)| of)
}

/// The method whose body, or a call of it, `ajc` moved into one of this name, since advice surrounds it:
/// `price_aroundBody0`.
pub fn surrounded(name: &str) -> Option<&str> {
    let (of, number) = name.rsplit_once("_aroundBody")?;
    (!of.is_empty() && is_number(number)).then_some(of)
}

/// Constructors and static initialisers by the names that compilers give to them elsewhere.
fn initialiser(name: &str) -> &str {
    match name {
        "new" | "init$" | "_init_" | "$lessinit$greater" | "$init$" => "<init>",
        "static" | "_clinit_" => "<clinit>",
        name => name,
    }
}

/// A lambda with a class of its own: Kotlin's `Outer$method$1`, Groovy's `Outer$_method_closure1`.
fn class_of_lambda<'a>(class: &'a str, method: &str) -> Option<Compiled<'a>> {
    let (above, last) = class.rsplit_once('$').filter(|(above, _)| !above.is_empty())?;
    let of_groovy = |segment: &'a str| {
        let (of, number) = segment.rsplit_once("_closure")?;
        let of = if of.is_empty() { Some(of) } else { of.strip_prefix('_') };
        of.filter(|_| is_number(number))
    };
    if ["doCall", "call"].contains(&method) && (of_groovy(last).is_some()) {
        let (mut above, mut of) = (above, of_groovy(last)?);
        // A closure in a closure: `Outer$_method_closure1$_closure3`.
        while let Some((further, name)) =
            above.rsplit_once('$').and_then(|(up, name)| Some((up, of_groovy(name)?)))
        {
            (above, of) = (further, name);
        }
        return Some(Compiled { class: above, method: of, part: "closure" });
    }
    if ["invoke", "invokeSuspend"].contains(&method) && is_number(last) {
        let mut above = above;
        while let Some((further, _)) = above.rsplit_once('$').filter(|(_, name)| is_number(name)) {
            above = further;
        }
        let (class, of) = above.rsplit_once('$')?;
        let is_method = of.starts_with(|c: char| c.is_lowercase());
        return is_method.then_some(Compiled { class, method: initialiser(of), part: LAMBDA });
    }
    None
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Without the numbers at the end: `sum$0`, `sum$1$2`.
fn without_number(name: &str) -> &str {
    let mut name = name;
    while let Some((rest, _)) = name.rsplit_once('$').filter(|(rest, end)| is_number(end) && !rest.is_empty())
    {
        name = rest;
    }
    name
}

/// Without the hash of value classes: `plus` of `plus-N8NlwUM`; names in Kotlin's backticks may have hyphens.
fn without_hash(name: &str) -> &str {
    let hash = name.rsplit_once('-').filter(|(rest, hash)| {
        let is_hash = hash.len() == HASH && hash.bytes().any(|byte| !byte.is_ascii_lowercase());
        !rest.is_empty() && !rest.contains(' ') && (is_hash || *hash == "impl")
    });
    hash.map_or(name, |(rest, _)| rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(class: &str, method: &str) -> Option<String> {
        let of = of(class, method, "()V")?;
        Some(format!("{}.{} {}", of.class, of.method, of.part).trim_end().to_owned())
    }

    #[test]
    fn names_of_compilers_tell_what_people_wrote() {
        for (class, method, expected) in [
            ("A", "lambda$sum$0", "A.sum lambda"),
            ("A", "lambda$sum$1$0", "A.sum lambda"),
            ("A", "lambda$new$3", "A.<init> lambda"),
            ("A", "lambda$static$3", "A.<clinit> lambda"),
            ("A", "lambda$0", "A. lambda"),
            ("A", "both$lambda$2", "A.both lambda"),
            ("A", "both$lambda$2$lambda$1", "A.both lambda"),
            ("A", "size_delegate$lambda$0", "A.size lambda"),
            ("A", "$anonfun$later$1", "A.later lambda"),
            ("A", "$anonfun$new$1", "A.<init> lambda"),
            ("A", "shout$default", "A.shout default arguments"),
            ("Log", "ajc$before$org_x_Log$1$656d99ae", "Log.before advice"),
            ("Log", "ajc$afterReturning$org_x_Log$2$db1193b8", "Log.afterReturning advice"),
            ("Log", "ajc$interMethod$org_x_Log$org_x_Order$total", "Log.total inter-type"),
            ("Log", "ajc$interFieldInit$org_x_Log$org_x_Order$rate", "Log.rate inter-type"),
            ("A", "plus-N8NlwUM$default", "A.plus default arguments"),
            ("A", "$lessinit$greater$default$2", "A.<init> default argument"),
            ("A", "price_aroundBody0", "A.price woven"),
            ("A", "init$_aroundBody12", "A.<init> woven"),
            ("A", "access$000", "A. accessor"),
            ("A", "access$hidden", "A.hidden accessor"),
            ("A", "plus-N8NlwUM", "A.plus"),
            ("A", "twice$1", "A.twice"),
            ("A", "loud$lzycompute", "A.loud"),
            ("A", "loud$lzyINIT12", "A.loud"),
            ("A$Ops$", "dogs$extension", "A$Ops$.dogs"),
            ("A$DefaultImpls", "shout", "A.shout"),
            ("A$DefaultImpls", "shout$default", "A.shout default arguments"),
            ("A$Trait$Helper", "shout", "A.shout"),
            ("AKt$slow$1", "invokeSuspend", "AKt.slow lambda"),
            ("AKt$slow$1$2", "invoke", "AKt.slow lambda"),
            ("A$_later_closure1$_closure3", "doCall", "A.later closure"),
            ("A$_later_closure1", "doCall", "A.later closure"),
        ] {
            assert_eq!(said(class, method).as_deref(), Some(expected), "{class}.{method}");
        }
        let marker = format!("(IZLjava/lang/String;I{MARKER}");
        assert_eq!(of("A", "<init>", &marker).unwrap().part, "default arguments");
    }

    #[test]
    fn names_of_people_stay() {
        for (class, method) in [
            ("A", "sum"),
            ("A", "<init>"),
            ("A", "$"),
            ("A", "$1"),
            ("A", "lambda"),
            ("A", "price_aroundBody"),
            ("A", "_aroundBody0"),
            ("A", "ajc$interMethod$"),
            ("A", "loud$lzyINIT"),
            ("A", "a-b"),
            ("A", "reads-nothing"),
            ("A", "ends with half-open ranges"),
            ("A$1", "run"),
            ("A$Inner", "invoke"),
            ("A$Inner$1", "invoke"),
            ("$1", "invoke"),
            ("A$_closure", "doCall"),
            ("", ""),
        ] {
            assert_eq!(said(class, method), None, "{class}.{method}");
        }
    }
}
