"""The server on stdin and stdout, with nothing but the `wasmtime` package.

    python stdio_server.py agent_skills_stdio.wasm DIRECTORY
"""

import sys

from wasmtime import Engine, Store, WasiConfig
from wasmtime.component import Component, Linker

component, directory = sys.argv[1:]

engine = Engine()
linker = Linker(engine)
linker.add_wasip2()
wasi = WasiConfig()
wasi.inherit_stdin()
wasi.inherit_stdout()
wasi.preopen_dir(directory, "/skills", fs_mutable=False)
store = Store(engine)
store.set_wasi(wasi)

instance = linker.instantiate(store, Component.from_file(engine, component))
run = instance.get_export_index(store, "wasi:cli/run@0.2.4")
function = instance.get_func(store, instance.get_export_index(store, "run", run))
function(store)
