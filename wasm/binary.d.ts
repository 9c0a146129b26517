declare module '*/probe.wasm' {
  /** Moves and fills memory, then returns the low half of `n`, sign extended. */
  export const probe: (n: bigint) => bigint
}
