//! How the component is compiled and run.
//!
//! The build script includes this file too: code that is compiled ahead of time
//! runs only in an engine of the same settings.

use wasmtime::{Config, WasmBacktraceDetails};

/// The settings of an engine whose instances get `stack_bytes` of stack.
///
/// The stack is checked at run time, so it may differ between the build script
/// and the engine; everything else here is compiled into the code.
pub fn engine_config(stack_bytes: usize) -> Config {
    let mut config = Config::new();
    // A deadline has to stop a component that loops.
    config.epoch_interruption(true);
    // No component of this world is asynchronous inside; without the support
    // for it a store is made, and a call entered, with less work.
    config.concurrency_support(false);
    // Traps become one sentence, so nobody reads where in the code they arose.
    config.wasm_backtrace_max_frames(None);
    // Left alone, `WASMTIME_BACKTRACE_DETAILS` in the environment decides this, and
    // an engine that wants details refuses the compiled component.
    config.wasm_backtrace_details(WasmBacktraceDetails::Disable);
    config.generate_address_map(false);
    config.native_unwind_info(false);
    config.max_wasm_stack(stack_bytes);
    // Functions of the host run on the same stack in the asynchronous way.
    config.async_stack_size(stack_bytes.saturating_add(HOST_STACK_BYTES));
    config
}

/// What the host's own functions may need of an asynchronous call's stack.
const HOST_STACK_BYTES: usize = 1 << 20;
