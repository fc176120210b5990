//! What a component asks for and what it offers, without running it.

use wit_component::{DecodedWasm, WitPrinter};
use wit_parser::{Resolve, World, WorldItem, WorldKey};

use crate::{Error, Result};

/// The face of a component.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Interfaces {
    /// All that the component can ask its host for: it has no other authority.
    pub imports: Vec<Interface>,
    /// What it offers.
    pub exports: Vec<Interface>,
    /// The same as WIT text, with all types.
    #[serde(skip)]
    pub wit: String,
}

/// An imported or exported interface.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Interface {
    /// The full name, as in `wasi:filesystem/types@0.2.4`.
    pub name: String,
    /// Its functions, as in `[method]descriptor.read`; empty when only types are
    /// used.
    pub functions: Vec<String>,
}

/// Reads the bytes of a component's `.wasm` file.
///
/// ```
/// let interfaces = agent_skills_sandbox::inspect(agent_skills_sandbox::component_bytes())?;
/// assert!(interfaces.imports.iter().all(|interface| interface.name.starts_with("wasi:")));
/// # Ok::<(), agent_skills_sandbox::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::NotThisWorld`] when the bytes are no component.
pub fn inspect(component: &[u8]) -> Result<Interfaces> {
    let not_a_component = |error| Error::NotThisWorld {
        reason: format!("{error:#}"),
    };
    let decoded = wit_component::decode(component).map_err(not_a_component)?;
    let DecodedWasm::Component(resolve, world) = &decoded else {
        return Err(Error::NotThisWorld {
            reason: "it is a WIT package in binary form".to_owned(),
        });
    };
    let World {
        imports,
        exports,
        package,
        ..
    } = &resolve.worlds[*world];

    let mut printer = WitPrinter::default();
    if let Some(package) = *package {
        printer
            .print(resolve, package, &[])
            .map_err(not_a_component)?;
    }
    Ok(Interfaces {
        imports: interfaces(resolve, imports),
        exports: interfaces(resolve, exports),
        wit: printer.output.to_string(),
    })
}

fn interfaces<'a>(
    resolve: &Resolve,
    items: impl IntoIterator<Item = (&'a WorldKey, &'a WorldItem)>,
) -> Vec<Interface> {
    items
        .into_iter()
        .map(|(key, item)| Interface {
            name: resolve.name_world_key(key),
            functions: match item {
                WorldItem::Interface { id, .. } => {
                    resolve.interfaces[*id].functions.keys().cloned().collect()
                }
                // A function that stands in the world itself.
                WorldItem::Function(function) => vec![function.name.clone()],
                WorldItem::Type { .. } => Vec::new(),
            },
        })
        .collect()
}
