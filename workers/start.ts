/**
 * Loads a worker's own code as a module of its own. A browser keeps the compiled form of a module that a worker imports while it
 * runs, and of nothing else that a worker loads: from the third start on a store's code is neither parsed nor compiled (decision
 * 0040). The page writes before that module listens: what comes meanwhile is heard by it, in its order, once it is there.
 *
 * @param code the module, on its way; when it does not come the page hears an `error` event, as of a worker that does not load.
 */
export function start(code: Promise<unknown>): void {
  const early: Event[] = []
  const hold = (event: Event) => void early.push(event)
  for (const type of HELD) addEventListener(type, hold)
  const release = () => {
    for (const type of HELD) removeEventListener(type, hold)
    for (const event of early) dispatchEvent(event)
  }
  const refuse = (error: unknown) => {
    // Of a refused promise the page would hear nothing.
    setTimeout(() => {
      throw error
    })
  }
  code.then(release, refuse)
}

/** What a page's words arrive as; an engine that may not cross is the second. */
const HELD = ['message', 'messageerror'] as const
