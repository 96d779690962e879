/** Compiles a module while it arrives. A host that does not know its type sends it as something else: then afterwards. */
export async function compiled(url: string): Promise<WebAssembly.Module> {
  const answer = await fetch(url);
  if (answer.headers.get("content-type") === "application/wasm") return WebAssembly.compileStreaming(answer);
  return WebAssembly.compile(await answer.arrayBuffer());
}
