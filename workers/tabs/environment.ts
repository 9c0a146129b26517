/** A BroadcastChannel, or its substitute. */
export type Channel = { post: (message: unknown) => void; close: () => void }

/** Environment of the tabs: a channel between them, time and a name. */
export type TabEnvironment = {
  /** Opens a channel; a sender does not receive its own messages. */
  channel: (name: string, onData: (message: unknown) => void) => Channel
  /** Milliseconds that only go forward. */
  now: () => number
  /** Calls once after `ms`; the returned function cancels it. */
  after: (ms: number, f: () => void) => () => void
  /** Random name of this tab, unique among the tabs. */
  name: string
  /** 0..1, so that waiting tabs do not all act at once. */
  chance: number
}

/**
 * Factor by which the tabs' clock runs slower: a test on a busy machine writes it after the worker's name, the product
 * never does.
 */
const slowness = (): number => Number(/^archivio (\d+)$/.exec(globalThis.name ?? '')?.[1] ?? 1)

/**
 * Returns the environment of a real worker. Without BroadcastChannel one tab serves, and the others show why they
 * cannot.
 */
export function workerEnvironment(): TabEnvironment {
  const slow = slowness()
  const bytes = crypto.getRandomValues(new Uint8Array(9))
  return {
    channel(name, onData) {
      if (typeof BroadcastChannel === 'undefined') return { post() {}, close() {} }
      const channel = new BroadcastChannel(name)
      channel.onmessage = ({ data }) => onData(data)
      return { post: (message) => channel.postMessage(message), close: () => channel.close() }
    },
    now: () => performance.now() / slow,
    after(ms, f) {
      const timer = setTimeout(f, ms * slow)
      return () => clearTimeout(timer)
    },
    name: bytes.reduce((name, b) => name + b.toString(16).padStart(2, '0'), ''),
    chance: (bytes[0] as number) / 256,
  }
}
