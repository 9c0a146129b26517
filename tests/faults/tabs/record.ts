import type { Detto } from './page.ts'

/** What the one who listens on the account's channel tells. */
export type Annuncio = { tipo: 'annuncio'; proprietario: string; id_evento: string; quando: number }
/** A tab that takes the store from a silent owner. */
export type Forced = { tipo: 'forced' }

type Attesa = { pronta: () => boolean; fine: (ok: boolean) => void }

/** Everything that the tabs said, put together while it happens. */
export function createRegistro() {
  /** When each answer was acknowledged on a page, milliseconds. */
  const risposte = new Map<string, number>()
  /** How many of them each tab gave: asked after everything said, so nothing may be counted anew. */
  const quante = new Map<number, number>()
  /** Which ownership carried each event out, as its owner announced it. */
  const eseguite = new Map<string, string>()
  /** Ownerships in the order in which they were first heard, and those heard after another had begun. */
  const titoli: string[] = []
  const doppie = new Set<string>()
  /** When the first answer of each ownership was acknowledged on a page. */
  const prime = new Map<string, number>()
  /** When each ownership was last heard. */
  const ultime = new Map<string, number>()
  const waits = new Set<Attesa>()
  let proprietario: { titolo: string; tab: number } | null = null
  let piu_lenta = 0
  let ripetute = 0
  let forced = 0
  const tornate = new Set<number>()

  function hear(tab: number, d: Detto | Annuncio | Forced): void {
    if (d.tipo === 'proprietario' && d.mio) proprietario = { titolo: d.proprietario, tab }
    else if (d.tipo === 'forced') forced++
    else if (d.tipo === 'tornata') tornate.add(tab)
    else if (d.tipo === 'risposta') {
      risposte.set(d.id, d.quando)
      quante.set(tab, (quante.get(tab) ?? 0) + 1)
      noteFirst(d.id)
      piu_lenta = Math.max(piu_lenta, d.durata)
      ripetute += d.fallite
    } else if (d.tipo === 'annuncio') {
      ultime.set(d.proprietario, d.quando)
      if (!eseguite.has(d.id_evento)) eseguite.set(d.id_evento, d.proprietario)
      if (titoli.includes(d.proprietario)) {
        if (titoli.at(-1) !== d.proprietario) doppie.add(d.proprietario)
      } else titoli.push(d.proprietario)
      noteFirst(d.id_evento)
    }
    for (const a of [...waits]) if (a.pronta() && waits.delete(a)) a.fine(true)
  }

  function noteFirst(id: string): void {
    const titolo = eseguite.get(id)
    const quando = risposte.get(id)
    if (titolo !== undefined && quando !== undefined) prime.set(titolo, Math.min(prime.get(titolo) ?? quando, quando))
  }

  /** True once `pronta`, asked after everything said; false when `ms` have passed. */
  function until(pronta: () => boolean, ms: number): Promise<boolean> {
    if (pronta()) return Promise.resolve(true)
    return new Promise((end) => {
      const wait: Attesa = { pronta, fine: end }
      waits.add(wait)
      setTimeout(() => waits.delete(wait) && end(pronta()), ms).unref()
    })
  }

  return {
    hear,
    until,
    risposte,
    answersOf: (tab: number): number => quante.get(tab) ?? 0,
    eseguite,
    doppie,
    tornate,
    /** How often the store was taken from a silent owner. */
    forced: () => forced,
    owner: () => proprietario,
    lastOf: (titolo: string): number => ultime.get(titolo) ?? 0,
    /** When the first answer was acknowledged that another ownership than `titolo`, begun after it, carried out. */
    firstAfter(titolo: string): number | null {
      const after = titoli.slice(titoli.indexOf(titolo) + 1).flatMap((t) => prime.get(t) ?? [])
      return after.length > 0 ? Math.min(...after) : null
    },
    /** What is known of an answer that should be there: who carried it out, and what else that ownership did. */
    story(id: string, presenti: ReadonlySet<string>): string {
      const chi = eseguite.get(id)
      const sue = [...eseguite].filter(([, t]) => t === chi).map(([e]) => e)
      const qui = sue.indexOf(id)
      const marks = sue.map((e) => (presenti.has(e) ? '+' : '-')).join('')
      return `${id}: ownership ${titoli.indexOf(chi ?? '')} of ${titoli.length}, its event ${qui} of ${sue.length}: ${marks.slice(Math.max(0, qui - 20), qui + 20)}`
    },
    misure: () => ({
      piu_lenta: Math.round(piu_lenta),
      ripetute,
      risposte: risposte.size,
      passaggi: titoli.length - 1,
    }),
  }
}
export type Registro = ReturnType<typeof createRegistro>
