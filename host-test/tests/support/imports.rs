//! What a component asks its host for.

#![expect(
    clippy::expect_used,
    reason = "a test that cannot be prepared has failed"
)]

use agent_skills_sandbox::inspect;

/// All that reading skills takes. What is not here the component of this crate
/// cannot do: there is no clock, no environment, no network and no way to write.
pub const READING: &str = "\
wasi:clocks/wall-clock@0.2.4
wasi:filesystem/types@0.2.4
  [method]descriptor.read
  [method]descriptor.read-directory
  [method]descriptor.stat-at
  [method]descriptor.open-at
  [method]descriptor.readlink-at
  [method]descriptor.metadata-hash
  [method]directory-entry-stream.read-directory-entry
wasi:filesystem/preopens@0.2.4
  get-directories
";

/// Everything that a component asks for.
pub fn imports(component: &[u8]) -> String {
    let interfaces = inspect(component).expect("it is a component");
    let interfaces = interfaces.imports.into_iter().map(|interface| {
        let functions = interface.functions.iter();
        let functions: String = functions.map(|name| format!("  {name}\n")).collect();
        format!("{}\n{functions}", interface.name)
    });
    interfaces.collect()
}
