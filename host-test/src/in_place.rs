//! Machine code that is run where it lies in this program, without a copy.
//!
//! A copy would take longer than all else at the start of a program, and memory
//! that processes of the same program could not share.

use std::ffi::c_void;
use std::ptr::NonNull;

use rustix::mm::{MprotectFlags, mprotect};
use wasmtime::component::Component;
use wasmtime::{CustomCodeMemory, Engine};

use crate::embedded::Code;

/// Makes pages of this program executable.
pub struct InPlace;

impl CustomCodeMemory for InPlace {
    fn required_alignment(&self) -> usize {
        rustix::param::page_size()
    }

    fn publish_executable(&self, code: *const u8, length: usize) -> wasmtime::Result<()> {
        // SAFETY: this is the text of a component in a constant of this program,
        // on whole pages. Nothing writes to it, before or after.
        unsafe {
            mprotect(
                code.cast_mut().cast::<c_void>(),
                length,
                MprotectFlags::READ | MprotectFlags::EXEC,
            )
        }?;
        Ok(())
    }

    /// Leaves it as it is: nothing ever writes to it.
    fn unpublish_executable(&self, _code: *const u8, _length: usize) -> wasmtime::Result<()> {
        Ok(())
    }
}

/// The component of the code, for an engine whose code memory is [`InPlace`].
pub fn load(engine: &Engine, code: &'static Code) -> wasmtime::Result<Component> {
    // SAFETY: the bytes come from `Engine::precompile_component` in the build
    // script of this crate and never change. That wasmtime's version and settings
    // are the same is checked by wasmtime.
    unsafe { Component::deserialize_raw(engine, NonNull::from(&code.0)) }
}
