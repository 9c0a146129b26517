import { type ComponentType, createElement, lazy, type ReactNode, useState } from 'react'

/** A chunk that takes longer is requested once more (spec §9, D17b), milliseconds. */
export const CHUNK_WAIT_MS = 120_000

function once<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, no) => {
    timer = setTimeout(no, CHUNK_WAIT_MS, 'late')
  })
  return Promise.race([load(), late]).finally(() => clearTimeout(timer))
}

/** Loads code with a time limit, and retries once. */
export const loadPart = <T>(load: () => Promise<T>): Promise<T> => once(load).catch(() => once(load))

/** `fetch` loads the code before it is drawn; rejects when it does not arrive. */
export type Part<P extends object> = ((props: P) => ReactNode) & { fetch: () => Promise<void> }

/**
 * A part of the page whose code loads when it is drawn, or before with `fetch`. A fetched part is drawn at once: React holds a
 * late one's fallback for a third of a second at least. The page uses no other `lazy`.
 */
export function lazyPart<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): Part<P> {
  const held = { part: null as ComponentType<P> | null }
  const Late = lazy(() => loadPart(load))
  const Part = (props: P) => {
    // Keep the component of the first drawing: another one in its place would lose its state.
    const [Drawn] = useState(() => held.part ?? Late)
    return createElement<P>(Drawn, props)
  }
  const fetch = async () => {
    held.part = (await loadPart(load)).default
  }
  return Object.assign(Part, { fetch })
}
