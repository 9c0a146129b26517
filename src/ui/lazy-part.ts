import { type ComponentType, createElement, lazy, type ReactNode, useState } from 'react'

/** A chunk that does not arrive in this time is asked for once more (spec §9, D17b), milliseconds. */
export const CHUNK_WAIT_MS = 120_000

function once<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, no) => {
    timer = setTimeout(no, CHUNK_WAIT_MS, 'late')
  })
  return Promise.race([load(), late]).finally(() => clearTimeout(timer))
}

/** Code that comes later: waited for so long, and asked for once more. */
export const loadPart = <T>(load: () => Promise<T>): Promise<T> => once(load).catch(() => once(load))

/** `fetch` brings the code before it is drawn; rejects when it does not come. */
export type Part<P extends object> = ((props: P) => ReactNode) & { fetch: () => Promise<void> }

/**
 * A part of the page whose code comes when it is drawn, or before with `fetch`: then it is drawn at once, where React leaves in the place
 * of what is late for a third of a second at least. The page has no `lazy` but this one.
 */
export function lazyPart<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): Part<P> {
  const held = { part: null as ComponentType<P> | null }
  const Late = lazy(() => loadPart(load))
  const Part = (props: P) => {
    // What was begun goes on: another component in its place would lose what it holds.
    const [Drawn] = useState(() => held.part ?? Late)
    return createElement<P>(Drawn, props)
  }
  const fetch = async () => {
    held.part = (await loadPart(load)).default
  }
  return Object.assign(Part, { fetch })
}
