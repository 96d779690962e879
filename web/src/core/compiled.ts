/** Compiles a module while it arrives; if the host sends it with the wrong content type, after it has arrived. */
export async function compiled(url: string): Promise<WebAssembly.Module> {
  const answer = await fetch(url);
  if (answer.headers.get("content-type") === "application/wasm") return WebAssembly.compileStreaming(answer);
  return WebAssembly.compile(await answer.arrayBuffer());
}
