/** A BroadcastChannel, or what stands for it. */
export type Canale = { posta: (dato: unknown) => void; chiudi: () => void }

/** What the tabs need of the world: a way to each other, time and a name. */
export type Mondo = {
  /** Opens a channel; nobody hears what he says himself. */
  canale: (nome: string, onDato: (dato: unknown) => void) => Canale
  /** Milliseconds that only go forward. */
  now: () => number
  /** Calls once after `ms`; what it answers stops it. */
  dopo: (ms: number, f: () => void) => () => void
  /** Random name of this tab, which no other has. */
  nome: string
  /** 0..1, so that tabs which wait for the same thing do not all act at once. */
  caso: number
}

/** The world of a real worker. Browsers without BroadcastChannel have one tab that serves, and the others are told. */
export function workerMondo(): Mondo {
  const byte = crypto.getRandomValues(new Uint8Array(9))
  return {
    canale(nome, onDato) {
      if (typeof BroadcastChannel === 'undefined') return { posta() {}, chiudi() {} }
      const canale = new BroadcastChannel(nome)
      canale.onmessage = ({ data }) => onDato(data)
      return { posta: (dato) => canale.postMessage(dato), chiudi: () => canale.close() }
    },
    now: () => performance.now(),
    dopo(ms, f) {
      const timer = setTimeout(f, ms)
      return () => clearTimeout(timer)
    },
    nome: byte.reduce((nome, b) => nome + b.toString(16).padStart(2, '0'), ''),
    caso: (byte[0] as number) / 256,
  }
}
