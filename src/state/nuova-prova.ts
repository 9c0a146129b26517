import type { Domanda } from '#contract/database'
import { ok, type Result } from '#contract/result'
import { mixSemi } from '#rules/caso'
import type { Filtro } from '#rules/filtro'
import { permute } from '#rules/ordine'
import { type Sorteggiabile, sorteggia } from '#rules/sorteggio'
import { onArchivio } from './scrittura.ts'

/** Questions of one call (contract: at most 100). */
const PAGINA = 100

/** What the filters leave of each subject; id 0 are the questions of no subject. */
export type Lasciate = {
  id_materia: number
  materia: string
  n: number
  /** Of no difficulty, easy, medium, hard. */
  difficolta: [number, number, number, number]
}[]

/** Counts what a filter leaves, subject by subject. */
export async function countMaterie(filtro: Filtro, senza_materia: string): Promise<Result<Lasciate>> {
  const tutte = await countPer(filtro, senza_materia)
  if (!tutte.ok) return tutte
  const dette: Map<number, number>[] = []
  for (const livello of [1, 2, 3]) {
    const conteggi = await countPer({ ...filtro, difficolta: [livello] }, senza_materia)
    if (!conteggi.ok) return conteggi
    dette.push(new Map(conteggi.value.map((m) => [m.id_materia, m.n])))
  }
  return ok(
    tutte.value.map((m) => {
      const [facili, medie, difficili] = dette.map((d) => d.get(m.id_materia) ?? 0) as [number, number, number]
      return { ...m, difficolta: [m.n - facili - medie - difficili, facili, medie, difficili] }
    }),
  )
}

async function countPer(
  filtro: Filtro,
  senza_materia: string,
): Promise<Result<Omit<Lasciate[number], 'difficolta'>[]>> {
  const conteggi = await onArchivio((db) => db.countDomande({ filtro }))
  if (!conteggi.ok) return conteggi
  const { totale, per_materia } = conteggi.value
  const altre = totale - per_materia.reduce((somma, m) => somma + m.n, 0)
  return ok([...per_materia, ...(altre > 0 ? [{ id_materia: 0, materia: senza_materia, n: altre }] : [])])
}

/** How many questions of a subject, for which section of the rules. */
export type Quota = { id_materia: number; numero: number; sezione: number }

/** Questions drawn: section by section, shuffled inside each; `sezioni` goes with `domande`. */
export type Estratte = { domande: Domanda[]; sezioni: number[] }

/**
 * Draws the questions of a custom trial by a seed. `difficolta`: easy, medium and hard ones of each section, null as they come.
 * NESSUNA_DOMANDA when fewer are left than asked (another tab practised).
 */
export async function drawDomande(
  id_concorso: number,
  quote: readonly Quota[],
  filtroDi: (id_materia: number) => Filtro,
  seme: number,
  difficolta: readonly (readonly [number, number, number] | null)[] = [],
): Promise<Result<Estratte>> {
  const perSezione = new Map<number, number[]>()
  for (const { id_materia, numero, sezione } of quote) {
    if (numero === 0 || difficolta[sezione]) continue
    const trovate = await onArchivio((db) =>
      db.selectDomande({ filtro: filtroDi(id_materia), ordine: 'UFFICIALE', seme: 0 }),
    )
    if (!trovate.ok) return trovate
    const prese = permute(trovate.value.id_domande, mixSemi(seme, id_materia)).subarray(0, numero)
    if (prese.length < numero) return { ok: false, error: { codice: 'NESSUNA_DOMANDA' } }
    perSezione.set(sezione, [...(perSezione.get(sezione) ?? []), ...prese])
  }
  for (const [sezione, quanti] of difficolta.entries()) {
    const sue = quote.filter((q) => q.sezione === sezione && q.numero > 0)
    if (!quanti || sue.length === 0) continue
    const prese = await drawPerDifficolta(sue, quanti, filtroDi, mixSemi(seme, sezione))
    if (!prese.ok) return prese
    perSezione.set(sezione, prese.value)
  }
  const ordine = [...perSezione].sort(([a], [b]) => a - b)
  const ids = ordine.flatMap(([sezione, suoi]) => [...permute(Int32Array.from(suoi), mixSemi(seme, -1 - sezione))])
  const domande: Domanda[] = []
  for (let i = 0; i < ids.length; i += PAGINA) {
    const pagina = await onArchivio((db) => db.readDomande({ id_concorso, id_domande: ids.slice(i, i + PAGINA) }))
    if (!pagina.ok) return pagina
    domande.push(...pagina.value)
  }
  return ok({ domande, sezioni: ordine.flatMap(([sezione, suoi]) => suoi.map(() => sezione)) })
}

/** One section whose questions are so many easy, medium and hard ones; who does not say it is medium. */
async function drawPerDifficolta(
  materie: readonly Quota[],
  difficolta: readonly [number, number, number],
  filtroDi: (id_materia: number) => Filtro,
  seme: number,
): Promise<Result<number[]>> {
  const pila: Sorteggiabile[] = []
  for (const { id_materia } of materie)
    for (const livello of [0, 1, 2, 3]) {
      const filtro = { ...filtroDi(id_materia), difficolta: [livello] }
      const trovate = await onArchivio((db) => db.selectDomande({ filtro, ordine: 'UFFICIALE', seme: 0 }))
      if (!trovate.ok) return trovate
      for (const id_domanda of trovate.value.id_domande)
        pila.push({ id_domanda, id_materia, difficolta: livello || null })
    }
  const esito = sorteggia(pila, { materie, difficolta }, seme)
  return esito.ok ? ok(esito.id_domande) : { ok: false, error: { codice: 'NESSUNA_DOMANDA' } }
}
