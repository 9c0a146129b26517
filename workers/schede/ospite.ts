import type { DownloadProgress } from '#contract/database'
import { fail, type Result } from '#contract/result'
import { portOf, type Richiesta, readRisposta } from './messaggi.ts'
import { isRipetibile, METODI, type Metodo, settleRepeated } from './metodi.ts'
import type { Mondo } from './mondo.ts'

/** A call never waits longer without an answer or a failure; downloads show progress instead. Milliseconds. */
export const LIMITE_MS = 2_000
/** How often an owner that owes an answer is asked for a sign of life, milliseconds. */
const BATTITO_MS = 300
/** An owner that gives none for so long is given up, milliseconds: longer than it needs to register the largest usual bank. */
export const SILENZIO_MS = 3_000
/** So that not every tab loses patience at once, milliseconds. */
const SFASAMENTO_MS = 500

type OnAvanzamento = (a: DownloadProgress) => void
export type Chiamata = {
  metodo: Metodo
  args: unknown
  onAvanzamento: OnAvanzamento | undefined
  /** How many owners may have received it already. */
  invii: number
  fine: (esito: Result<unknown>) => void
}

export type Ospite = {
  call: (metodo: Metodo, args: unknown, onAvanzamento?: OnAvanzamento) => Promise<Result<unknown>>
  /** An owner serves: what is unanswered goes to it. */
  follow: (proprietario: string) => void
  /** A sign that somebody owns the store, even if it is not ready. */
  heard: () => void
  /**
   * This tab becomes the owner: what is unanswered is its own work, in the order in which it was asked. What an owner may have
   * done already and must not be done twice fails, as when another owner follows.
   */
  takePending: () => Chiamata[]
  /** True while an answer to this method is awaited. */
  awaits: (metodo: Metodo) => boolean
  stop: (esito: Result<never>) => void
}

type Cerca = { ask: () => void; silent: () => void; onFollow: (proprietario: string) => void }

/** The side of a tab that does not own the store: its calls travel to the owner, again when the owner changes. */
export function createOspite(mondo: Mondo, id_utente: number, { ask, silent, onFollow }: Cerca): Ospite {
  const pazienza = SILENZIO_MS + mondo.caso * SFASAMENTO_MS
  const pendenti = new Map<number, Chiamata>()
  const porta = mondo.canale(portOf(id_utente, mondo.nome), onDato)
  let proprietario: string | null = null
  let ultima = 0
  let udito = mondo.now()
  let ferma: (() => void) | null = null
  let finita = false

  function onDato(dato: unknown): void {
    const r = readRisposta(dato)
    if (!r || finita) return
    if (r.tipo === 'porta') {
      udito = mondo.now()
      proprietario = r.proprietario
      onFollow(r.proprietario)
      for (const [id, c] of [...pendenti]) send(id, c)
      return
    }
    if (r.proprietario !== proprietario) return
    udito = mondo.now()
    if (r.tipo === 'avanza') pendenti.get(r.id)?.onAvanzamento?.(r.avanzamento)
    if (r.tipo === 'esito') finish(r.id, r.esito)
  }

  function finish(id: number, esito: Result<unknown>): void {
    const c = pendenti.get(id)
    pendenti.delete(id)
    c?.fine(esito)
  }

  function post(r: Richiesta): void {
    try {
      porta.posta(r)
    } catch (error) {
      // Something that cannot be copied: nobody else can mend that.
      if (r.tipo === 'chiamata') finish(r.id, fail('RICHIESTA_NON_VALIDA', { detail: String(error) }))
    }
  }

  /** An owner may have done it already, and what others wrote since would be overwritten (D28): whoever asked decides again. */
  function refuseTwice(id: number, { invii, metodo, args }: Chiamata): boolean {
    if (invii === 0 || isRipetibile(metodo, args)) return false
    finish(id, fail('ARCHIVIO_OCCUPATO', { detail: `${metodo} is not done twice` }))
    return true
  }

  function send(id: number, c: Chiamata): void {
    if (proprietario === null) return
    if (refuseTwice(id, c)) return
    const { metodo, args } = c
    post({ tipo: 'chiamata', a: proprietario, id, metodo, args })
    c.invii++
  }

  /** Runs while an answer is owed, and after it came too late until somebody is heard again. */
  function watch(): void {
    if (ferma || finita) return
    const da = mondo.now()
    const look = () => {
      ferma = null
      if (finita) return
      const adesso = mondo.now()
      if (pendenti.size === 0 && udito > da) return
      if (proprietario !== null) post({ tipo: 'batti', a: proprietario })
      // Two beats without a word: the owner may be another one by now, or may have let this port go.
      if (proprietario === null || adesso - udito > 2 * BATTITO_MS) ask()
      if (adesso - Math.max(udito, da) > pazienza) {
        silent()
        udito = adesso
      }
      ferma = mondo.dopo(BATTITO_MS, look)
    }
    ferma = mondo.dopo(BATTITO_MS, look)
  }

  return {
    call(metodo, args, onAvanzamento) {
      return new Promise((resolve) => {
        if (finita) return resolve(fail('ARCHIVIO_NON_APERTO', { detail: 'closed' }))
        const id = ++ultima
        const limite =
          METODI[metodo] === 'lunga'
            ? () => {}
            : mondo.dopo(LIMITE_MS, () => finish(id, fail('ARCHIVIO_OCCUPATO', { detail: 'no answer in time' })))
        const c: Chiamata = {
          metodo,
          args,
          onAvanzamento,
          invii: 0,
          fine: (esito) => {
            limite()
            resolve(c.invii > 1 ? settleRepeated(metodo, esito) : esito)
          },
        }
        pendenti.set(id, c)
        send(id, c)
        watch()
      })
    },
    follow(nuovo) {
      udito = mondo.now()
      if (nuovo !== proprietario) ask()
    },
    heard() {
      udito = mondo.now()
    },
    takePending() {
      for (const [id, c] of [...pendenti]) refuseTwice(id, c)
      const tutte = [...pendenti.values()]
      pendenti.clear()
      proprietario = null
      for (const c of tutte) c.invii++
      return tutte
    },
    awaits: (metodo) => [...pendenti.values()].some((c) => c.metodo === metodo),
    stop(esito) {
      finita = true
      ferma?.()
      for (const id of [...pendenti.keys()]) finish(id, esito)
      porta.chiudi()
    },
  }
}
