//! Puts the comments of the WIT into the component.
//!
//! The compiler drops them. Tools read them back from a custom section, whose
//! form was made for packages: for a component it has room for comments on the
//! package and on the world, and none for functions of exported interfaces. A
//! comment that finds no place in the component makes tools refuse the whole
//! file, so all of them stand in the comment on the world.

use std::borrow::Cow;
use std::fmt::Write;
use std::path::Path;

use anyhow::{Context, Result, bail};
use wasm_encoder::{ComponentSection, CustomSection};
use wit_component::DecodedWasm;
use wit_parser::{Docs, PackageId, PackageMetadata, Resolve, WorldItem};

/// Adds the comments that stand in the directory `wit` to the component of a
/// world.
pub fn add(mut component: Vec<u8>, wit: &Path, world_name: &str) -> Result<Vec<u8>> {
    let mut source = Resolve::default();
    let (package, _) = source.push_dir(wit).context("cannot read the WIT")?;

    // The component is decoded for the names that its decoder gives things.
    let DecodedWasm::Component(mut resolve, world) = wit_component::decode(&component)? else {
        bail!("the component decodes as a WIT package");
    };
    let root = resolve.worlds[world]
        .package
        .context("a decoded world has a package")?;
    resolve.packages[root].docs = source.packages[package].docs.clone();
    resolve.worlds[world].docs = Docs {
        contents: Some(reference(&source, package, world_name)?),
    };
    let metadata = PackageMetadata::extract(&resolve, root).encode()?;

    let section = CustomSection {
        name: PackageMetadata::SECTION_NAME.into(),
        data: Cow::Owned(metadata),
    };
    component.push(section.id());
    wasm_encoder::Encode::encode(&section, &mut component);
    Ok(component)
}

/// The comments of one of the package's worlds, its interfaces and their functions
/// as one text.
fn reference(resolve: &Resolve, package: PackageId, world: &str) -> Result<String> {
    let world = resolve.select_world(&[package], Some(world))?;
    let world = &resolve.worlds[world];
    let mut text = comment(&world.docs).to_owned();
    for item in world.exports.values() {
        let WorldItem::Interface { id, .. } = item else {
            continue;
        };
        let interface = &resolve.interfaces[*id];
        let name = interface.name.as_deref().unwrap_or_default();
        write!(text, "\n\n# {name}\n\n{}", comment(&interface.docs))?;
        for function in interface.functions.values() {
            write!(
                text,
                "\n\n## {name}.{}\n\n{}",
                function.name,
                comment(&function.docs)
            )?;
        }
    }
    Ok(text)
}

fn comment(docs: &Docs) -> &str {
    docs.contents.as_deref().unwrap_or_default().trim_end()
}
