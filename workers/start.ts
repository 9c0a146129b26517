/**
 * Loads a worker's own code as a module of its own. A browser keeps the compiled form of a worker's JavaScript only for modules
 * that are imported while it runs. From the third start on the store's code is neither parsed nor compiled (decision 0040). The
 * page writes before that module listens: once loaded, the module receives the earlier messages in their order, each once.
 *
 * @param code the loading module, which must wait for no message before it is loaded: it would wait for ever. When it does not
 * load, the page receives an `error` event, as of a worker that does not load.
 */
export function start(code: Promise<unknown>): void {
  const early: MessageEvent[] = []
  const hold = (event: MessageEvent) => {
    early.push(event)
    // Stop the event: a module that listens before it is loaded would receive it twice.
    event.stopImmediatePropagation()
  }
  for (const type of HELD) addEventListener(type, hold)
  const release = () => {
    for (const type of HELD) removeEventListener(type, hold)
    // Dispatch a new event: a stopped one stays stopped.
    for (const { type, data, origin, ports } of early)
      dispatchEvent(new MessageEvent(type, { data, origin, ports: [...ports] }))
  }
  const refuse = (error: unknown) => {
    // Throw in a task: the page receives no event for a rejected promise.
    setTimeout(() => {
      throw error
    })
  }
  code.then(release, refuse)
}

/** Events of a page's messages; the second carries an engine that may not cross threads. */
const HELD = ['message', 'messageerror'] as const
