import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

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

/** A part of the page whose code comes when it is drawn. The page has no `lazy` but this one. */
export const lazyPart = <P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): LazyExoticComponent<ComponentType<P>> => lazy(() => loadPart(load))
