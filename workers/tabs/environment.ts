/** A BroadcastChannel, or what stands for it. */
export type Channel = { post: (message: unknown) => void; close: () => void }

/** What the tabs need of the world: a way to each other, time and a name. */
export type TabEnvironment = {
  /** Opens a channel; nobody hears what he says himself. */
  channel: (name: string, onData: (message: unknown) => void) => Channel
  /** Milliseconds that only go forward. */
  now: () => number
  /** Calls once after `ms`; what it answers stops it. */
  after: (ms: number, f: () => void) => () => void
  /** Random name of this tab, which no other has. */
  name: string
  /** 0..1, so that tabs which wait for the same thing do not all act at once. */
  chance: number
}

/** How many times slower the tabs' clock runs: a test on a busy machine writes it behind the worker's name, the product never does. */
const slowness = (): number => Number(/^archivio (\d+)$/.exec(globalThis.name ?? '')?.[1] ?? 1)

/** The world of a real worker. Browsers without BroadcastChannel have one tab that serves, and the others are told. */
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
