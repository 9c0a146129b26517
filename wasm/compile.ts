/** The binary at an address, compiled as it arrives where its type is said right. */
export async function compile(address: string): Promise<WebAssembly.Module> {
  const answer = await fetch(address, { credentials: 'same-origin' })
  if (answer.headers.get('content-type') === 'application/wasm') return WebAssembly.compileStreaming(answer)
  return WebAssembly.compile(await answer.arrayBuffer())
}
