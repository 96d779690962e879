"""The core as WebAssembly against the native one."""
