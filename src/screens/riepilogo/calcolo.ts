import type { Esito, RispostaSeduta } from '#contract/database'
import type { Livello } from '#rules/livello'

/** A question of the sitting as far as the figures go. */
export type Posto = {
  id_materia: number | null
  materia: string | null
  risposta: Pick<RispostaSeduta, 'esito' | 'livello_prima' | 'livello_dopo'> | null
}

export type Conti = { corrette: number; errate: number; nulle: number; non_date: number }
export type ContiMateria = Conti & { id_materia: number | null; materia: string | null; totale: number }

const NOME = { corretta: 'corrette', errata: 'errate', nulla: 'nulle' } as const satisfies Record<Esito, keyof Conti>

/** Right, wrong, neither and not given, per subject; the most practised subject first. */
export function contiMaterie(posti: readonly Posto[]): ContiMateria[] {
  const materie = new Map<number | null, ContiMateria>()
  for (const { id_materia, materia, risposta } of posti) {
    const conti = materie.get(id_materia) ?? {
      ...{ id_materia, materia, totale: 0 },
      ...{ corrette: 0, errate: 0, nulle: 0, non_date: 0 },
    }
    conti.totale++
    conti[risposta ? NOME[risposta.esito] : 'non_date']++
    materie.set(id_materia, conti)
  }
  return [...materie.values()].sort(
    (a, b) =>
      b.totale - b.non_date - (a.totale - a.non_date) ||
      b.totale - a.totale ||
      (a.materia ?? '').localeCompare(b.materia ?? '', 'it'),
  )
}

/** The same over the whole sitting; `n` questions, of which only the answered ones need be known. */
export function contiSeduta(risposte: readonly Pick<RispostaSeduta, 'esito'>[], n: number): Conti {
  const conti: Conti = { corrette: 0, errate: 0, nulle: 0, non_date: n - risposte.length }
  for (const { esito } of risposte) conti[NOME[esito]]++
  return conti
}

export type Mosse = {
  saliti: number
  scesi: number
  fermi: number
  prima: Record<Livello, number>
  dopo: Record<Livello, number>
}

/** How the answers moved the levels of their questions. */
export function mosseLivelli(risposte: readonly Pick<RispostaSeduta, 'livello_prima' | 'livello_dopo'>[]): Mosse {
  const zero = (): Record<Livello, number> => ({ [-99]: 0, [-2]: 0, [-1]: 0, 0: 0, 1: 0 })
  const mosse: Mosse = { saliti: 0, scesi: 0, fermi: 0, prima: zero(), dopo: zero() }
  for (const { livello_prima, livello_dopo } of risposte) {
    mosse.prima[livello_prima]++
    mosse.dopo[livello_dopo]++
    // A wrong answer to a question never seen takes it to NON_LE_SAI: that is no step up.
    if (livello_prima === -99 && livello_dopo === -2) mosse.scesi++
    else if (livello_dopo > livello_prima) mosse.saliti++
    else if (livello_dopo < livello_prima) mosse.scesi++
    else mosse.fermi++
  }
  return mosse
}
