//! Compiles each of the guest's packages with the features of each kind of module.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs};

use anyhow::{Context, Result, bail, ensure};

/// No standard library of this target imports anything; see the design.
const TARGET: &str = "wasm32-unknown-unknown";

/// Names the profile of the guest in place of the usual one.
const PROFILE: &str = "AGENT_SKILLS_GUEST_PROFILE";

/// What wrappers set to reach every compilation of the workspace. The guest is
/// not what they mean: clippy would only check it, and instrumented code for
/// coverage does not run in the sandbox.
const NOT_FOR_THE_GUEST: [&str; 6] = [
    "CARGO_BUILD_TARGET",
    "CARGO_BUILD_RUSTFLAGS",
    "CARGO_ENCODED_RUSTFLAGS",
    "RUSTC_WORKSPACE_WRAPPER",
    "RUSTC_WRAPPER",
    "RUSTFLAGS",
];

/// A module, and what it is compiled from.
struct Module {
    /// The result's name without its ending.
    file: &'static str,
    package: &'static str,
    features: &'static str,
}

const MODULES: &[Module] = &[
    Module {
        file: "component",
        package: "agent-skills-component",
        features: "",
    },
    Module {
        file: "component-with-source",
        package: "agent-skills-component",
        features: "source",
    },
    #[cfg(feature = "mcp")]
    Module {
        file: "stdio-adapter",
        package: "agent-skills-mcp-adapter",
        features: "stdio",
    },
    #[cfg(feature = "mcp")]
    Module {
        file: "http-adapter",
        package: "agent-skills-mcp-adapter",
        features: "http",
    },
];

fn main() -> ExitCode {
    for path in [
        "build.rs",
        "../../Cargo.lock",
        "../../Cargo.toml",
        "../../guest/Cargo.toml",
        "../../guest/format/Cargo.toml",
        "../../guest/format/src",
        "../../guest/mcp-adapter/Cargo.toml",
        "../../guest/mcp-adapter/src",
        "../../guest/mcp/Cargo.toml",
        "../../guest/mcp/src",
        "../../guest/src",
        "../../guest/types/Cargo.toml",
        "../../guest/types/src",
        "../../wit",
    ] {
        println!("cargo::rerun-if-changed={path}");
    }
    println!("cargo::rerun-if-env-changed={PROFILE}");
    match build_all() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

fn build_all() -> Result<()> {
    require_target()?;
    let out = env::var_os("OUT_DIR").context("cargo sets OUT_DIR")?;
    let out = Path::new(&out);
    let profile = profile()?;
    for module in MODULES {
        let bytes = build(module, &profile, &out.join("guest"))?;
        fs::write(out.join(format!("{}.wasm", module.file)), bytes)?;
    }
    Ok(())
}

/// The guest's profile: that of what is shipped for a release, the quicker one
/// for everyday builds.
fn profile() -> Result<String> {
    if let Ok(profile) = env::var(PROFILE) {
        return Ok(profile);
    }
    let of_this_build = env::var("PROFILE").context("cargo sets PROFILE")?;
    Ok(match of_this_build.as_str() {
        "release" => "guest",
        _ => "guest-dev",
    }
    .to_owned())
}

/// The bytes of a module, built below `directory`.
fn build(module: &Module, profile: &str, directory: &Path) -> Result<Vec<u8>> {
    let mut cargo = Command::new(env::var_os("CARGO").context("cargo sets CARGO")?);
    // Only as a module: with a Rust library beside it cargo leaves out the
    // optimisation across crates. In the directory of the workspace, which this
    // package is no part of.
    cargo
        .current_dir("../..")
        .args(["rustc", "--package", module.package, "--lib"])
        .args(["--crate-type", "cdylib", "--profile", profile])
        .args(["--features", module.features])
        .args(["--target", TARGET, "--target-dir"])
        .arg(directory);
    for variable in NOT_FOR_THE_GUEST {
        cargo.env_remove(variable);
    }
    cargo.env("CARGO_ENCODED_RUSTFLAGS", without_paths()?);
    let status = cargo.status().context("cannot run cargo")?;
    ensure!(status.success(), "the guest does not compile, see above");

    let file = format!("{}.wasm", module.package.replace('-', "_"));
    let path = directory.join(TARGET).join(profile).join(file);
    fs::read(&path).with_context(|| format!("cannot read {}", path.display()))
}

/// The flags by which messages of the guest name no directory of this machine, so
/// that the module is the same wherever it is built.
fn without_paths() -> Result<String> {
    let cargo_home = match env::var_os("CARGO_HOME") {
        Some(home) => PathBuf::from(home),
        None => env::home_dir().context("there is no home")?.join(".cargo"),
    };
    let workspace = fs::canonicalize("../..").context("cannot find the workspace")?;
    let flags = [cargo_home.join("registry/src"), workspace]
        .map(|directory| format!("--remap-path-prefix={}=", directory.display()));
    Ok(flags.join("\u{1f}"))
}

/// Installs the target's standard library where that is missing.
fn require_target() -> Result<()> {
    if library_directory()?.is_dir() {
        return Ok(());
    }
    let installed = Command::new("rustup")
        .args(["target", "add", TARGET])
        .status()
        .is_ok_and(|status| status.success());
    if !installed {
        bail!("the Rust target {TARGET} is missing: run `rustup target add {TARGET}`");
    }
    Ok(())
}

fn library_directory() -> Result<PathBuf> {
    let rustc = env::var_os("RUSTC").context("cargo sets RUSTC")?;
    let output = Command::new(rustc)
        .args(["--print", "target-libdir", "--target", TARGET])
        .output()
        .context("cannot run rustc")?;
    ensure!(output.status.success(), "rustc knows no target {TARGET}");
    Ok(PathBuf::from(String::from_utf8(output.stdout)?.trim()))
}
