/**
 * Loads a worker's own code as a module of its own. Of a worker's JavaScript a browser keeps the compiled form of those modules alone that
 * are imported while it runs: from the third start on the store's code is neither parsed nor compiled (decision 0040). The page
 * writes before that module listens: what comes meanwhile is heard by it, in its order and once, when it is there.
 *
 * @param code the module, on its way, which waits for no message before it is there: it would wait for ever. When it does not come
 * the page hears an `error` event, as of a worker that does not load.
 */
export function start(code: Promise<unknown>): void {
  const early: MessageEvent[] = []
  const hold = (event: MessageEvent) => {
    early.push(event)
    // Nobody hears it twice, should the module listen some time before it is there.
    event.stopImmediatePropagation()
  }
  for (const type of HELD) addEventListener(type, hold)
  const release = () => {
    for (const type of HELD) removeEventListener(type, hold)
    // A new event of each: one that was stopped stays so.
    for (const { type, data, origin, ports } of early)
      dispatchEvent(new MessageEvent(type, { data, origin, ports: [...ports] }))
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
