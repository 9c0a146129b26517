import type { Platform } from './platform.ts'

type Messaggio = { nome: string } & ({ tipo: 'chi' | 'io' | 'libero' } | { tipo: 'preso'; da: string })

/** How long an owner has to answer before it counts as gone, and how often who waits asks again, milliseconds. */
const RISPOSTA_MS = 150
/** Two that took it together both lose it: so that they do not ask together again. */
const SFASAMENTO_MS = 100
const RIPETI_MS = 1000

/**
 * Locks where there are no Web Locks (plain http): an owner answers who asks, and hears when another one took over. A frozen
 * owner does not answer and is overtaken: its next write then fails by the epoch row (`claimRegistro`), so that two never write.
 */
export function channelLock(): Platform['lock'] {
  if (typeof BroadcastChannel === 'undefined') return async () => () => {}
  return async (nome, wait, signal, altro) => {
    const io = `${Math.random()}`
    const canale = new BroadcastChannel('idoneo-lucchetto')
    const send = (m: Messaggio) => canale.postMessage(m)
    let mio = false
    let heard: ((tipo: Messaggio['tipo']) => void) | undefined
    canale.onmessage = ({ data }: MessageEvent<Messaggio>) => {
      if (data.nome !== nome) return
      if (!mio) heard?.(data.tipo)
      else if (data.tipo === 'chi') send({ tipo: 'io', nome })
      else if (data.tipo === 'preso' && data.da !== io) {
        mio = false
        canale.close()
        altro?.onPerso?.()
      }
    }
    /** The first of these that is heard, or null when `ms` have passed. */
    const hear = (tipi: readonly Messaggio['tipo'][], ms: number) =>
      new Promise<Messaggio['tipo'] | null>((resolve, reject) => {
        const timer = setTimeout(() => resolve(null), ms)
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
        heard = (tipo) => {
          if (!tipi.includes(tipo)) return
          clearTimeout(timer)
          resolve(tipo)
        }
      })
    try {
      while (!altro?.ruba) {
        signal.throwIfAborted()
        const answer = hear(['io'], RISPOSTA_MS + Math.random() * SFASAMENTO_MS)
        send({ tipo: 'chi', nome })
        if ((await answer) === null) break
        if (!wait) {
          canale.close()
          return null
        }
        await hear(['libero'], RIPETI_MS)
      }
    } catch (error) {
      canale.close()
      throw error
    }
    mio = true
    send({ tipo: 'preso', nome, da: io })
    return () => {
      if (!mio) return
      mio = false
      send({ tipo: 'libero', nome })
      canale.close()
    }
  }
}
