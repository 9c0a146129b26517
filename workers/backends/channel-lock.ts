import type { Platform } from '../core/platform.ts'

type Message = { nome: string } & ({ tipo: 'chi' | 'io' | 'libero' } | { tipo: 'preso'; da: string })

/** Milliseconds after which a silent owner counts as gone, and between two requests of a waiting tab. */
const REPLY_MS = 150
/** Random delay, in ms, before two tabs that took the lock together and lost it ask again. */
const SPREAD_MS = 100
const REPEAT_MS = 1000

/**
 * Locks without Web Locks (plain http): an owner replies to requests, and is told when another takes over. A frozen
 * owner does not reply and is overtaken. The log's row `epoche` then rejects its next write (`claimLog`), so that two
 * never write.
 */
export function channelLock(): Platform['lock'] {
  if (typeof BroadcastChannel === 'undefined') return async () => () => {}
  return async (name, wait, signal, options) => {
    const me = `${Math.random()}`
    const channel = new BroadcastChannel('idoneo-lucchetto')
    const send = (m: Message) => channel.postMessage(m)
    let mine = false
    let heard: ((kind: Message['tipo']) => void) | undefined
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.nome !== name) return
      if (!mine) heard?.(data.tipo)
      else if (data.tipo === 'chi') send({ tipo: 'io', nome: name })
      else if (data.tipo === 'preso' && data.da !== me) {
        mine = false
        channel.close()
        options?.onLost?.()
      }
    }
    /** Returns the first of these messages, or null after `ms`. */
    const hear = (kinds: readonly Message['tipo'][], ms: number) =>
      new Promise<Message['tipo'] | null>((resolve, reject) => {
        const timer = setTimeout(() => resolve(null), ms)
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
        heard = (kind) => {
          if (!kinds.includes(kind)) return
          clearTimeout(timer)
          resolve(kind)
        }
      })
    try {
      while (!options?.steal) {
        signal.throwIfAborted()
        const answer = hear(['io'], REPLY_MS + Math.random() * SPREAD_MS)
        send({ tipo: 'chi', nome: name })
        if ((await answer) === null) break
        if (!wait) {
          channel.close()
          return null
        }
        await hear(['libero'], REPEAT_MS)
      }
    } catch (error) {
      channel.close()
      throw error
    }
    mine = true
    send({ tipo: 'preso', nome: name, da: me })
    return () => {
      if (!mine) return
      mine = false
      send({ tipo: 'libero', nome: name })
      channel.close()
    }
  }
}
