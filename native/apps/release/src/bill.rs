//! The bill of materials: third-party components of an archive, as `CycloneDX` 1.5.

use cyclonedx_bom::external_models::date_time::DateTime;
use cyclonedx_bom::external_models::spdx::SpdxExpression;
use cyclonedx_bom::external_models::uri::Purl;
use cyclonedx_bom::models::bom::Bom;
use cyclonedx_bom::models::component::{Classification, Component, Components};
use cyclonedx_bom::models::dependency::{Dependencies, Dependency};
use cyclonedx_bom::models::license::{LicenseChoice, Licenses};
use cyclonedx_bom::models::metadata::Metadata;
use faultline_messages::failure::Failure;
use jiff::Timestamp;

use crate::crates::Crate;

/// Faultline's licence.
const OURS: &str = "Apache-2.0";

/// A library bundled in the jars, relocated: group, name, version, licence.
pub struct Bundled<'a> {
    pub group: &'a str,
    pub name: &'a str,
    pub version: &'a str,
    pub licence: &'a str,
}

/// Renders the bill as JSON with the time `epoch`. It has no serial number, so that the same release gives
/// the same bill.
///
/// # Errors
///
/// A licence is not a valid SPDX expression, or a name is not valid in a package URL.
pub fn of(version: &str, crates: &[Crate], bundled: &[Bundled<'_>], epoch: u32) -> Result<Vec<u8>, Failure> {
    let told = |what: &str, error: &dyn std::fmt::Display| {
        Failure::failed(format!("bill of materials, {what}: {error}"))
    };
    let mut components = Vec::new();
    for one in crates {
        let mut component = Component::new(
            Classification::Library,
            &one.name,
            &one.version,
            Some(reference(&one.name, &one.version)),
        );
        component.purl =
            Some(Purl::new("cargo", &one.name, &one.version).map_err(|error| told(&one.name, &error))?);
        component.licenses = Some(licence(&one.licence).map_err(|error| told(&one.name, &error))?);
        components.push(component);
    }
    for one in bundled {
        let name = format!("{}/{}", one.group, one.name);
        let mut component = Component::new(
            Classification::Library,
            one.name,
            one.version,
            Some(reference(&name, one.version)),
        );
        component.group = Some(cyclonedx_bom::prelude::NormalizedString::new(one.group));
        component.purl = Some(
            format!("pkg:maven/{name}@{}", one.version)
                .parse()
                .map_err(|()| told(&name, &"no URL of a package"))?,
        );
        component.licenses = Some(licence(one.licence).map_err(|error| told(&name, &error))?);
        components.push(component);
    }
    let mut program = Component::new(
        Classification::Application,
        "faultline",
        version,
        Some(reference("faultline", version)),
    );
    program.licenses = Some(licence(OURS).map_err(|error| told("faultline", &error))?);
    let dependencies = crates.iter().map(|one| Dependency {
        dependency_ref: reference(&one.name, &one.version),
        dependencies: one.built_with.iter().map(|(name, version)| reference(name, version)).collect(),
    });
    let at = Timestamp::from_second(epoch.into()).map_err(|error| told("its time", &error))?;
    let bill = Bom {
        metadata: Some(Metadata {
            timestamp: Some(DateTime::try_from(at.to_string()).map_err(|error| told("its time", &error))?),
            component: Some(program),
            ..Metadata::default()
        }),
        components: Some(Components(components)),
        dependencies: Some(Dependencies(dependencies.collect())),
        serial_number: None,
        ..Bom::default()
    };
    let mut json = Vec::new();
    bill.output_as_json_v1_5(&mut json).map_err(|error| told("its JSON", &error))?;
    Ok(json)
}

fn reference(name: &str, version: &str) -> String {
    format!("{name}@{version}")
}

fn licence(expression: &str) -> Result<Licenses, cyclonedx_bom::external_models::spdx::SpdxExpressionError> {
    Ok(Licenses(vec![LicenseChoice::Expression(SpdxExpression::try_from(expression.to_owned())?)]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn one(licence: &str) -> Crate {
        Crate {
            name: "libm".to_owned(),
            version: "0.2.16".to_owned(),
            licence: licence.to_owned(),
            authors: Vec::new(),
            folder: "libm".into(),
            built_with: BTreeSet::from([("cfg-if".to_owned(), "1.0.0".to_owned())]),
        }
    }

    #[test]
    fn a_bill_can_be_read_again_and_is_the_same_each_time() {
        let bundled =
            [Bundled { group: "org.ow2.asm", name: "asm", version: "9.11.1", licence: "BSD-3-Clause" }];
        let bill = of("0.1.0", &[one("MIT OR Apache-2.0")], &bundled, 1_764_028_800).expect("a bill");
        assert_eq!(bill, of("0.1.0", &[one("MIT OR Apache-2.0")], &bundled, 1_764_028_800).expect("a bill"));
        let read = Bom::parse_from_json_v1_5(bill.as_slice()).expect("CycloneDX 1.5");
        assert!(read.serial_number.is_none());
        let text = String::from_utf8(bill).expect("text");
        for part in [
            "\"pkg:cargo/libm@0.2.16\"",
            "\"pkg:maven/org.ow2.asm/asm@9.11.1\"",
            "MIT OR Apache-2.0",
            "2025-11-25T00:00:00Z",
            "cfg-if@1.0.0",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }

    #[test]
    fn what_is_no_licence_is_refused_with_the_crates_name() {
        let refused = of("0.1.0", &[one("mine, mostly")], &[], 1_764_028_800).expect_err("no expression");
        assert!(refused.to_string().starts_with("bill of materials, libm: "), "{refused}");
    }
}
