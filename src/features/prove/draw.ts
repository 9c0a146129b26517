import type { Domanda } from '#contract/database'
import { ok, type Result } from '#contract/result'
import { type DrawCandidate, drawByQuota } from '#rules/draw'
import type { Filtro } from '#rules/filtro'
import { mixSeeds } from '#rules/random'
import { permute } from '#rules/shuffle'
import { onStore } from '../../store/on-store.ts'

/** Questions of one call (contract, at most 100). */
const PAGE_SIZE = 100

/** Questions that the filters leave of each subject; id 0 stands for no subject. */
export type MaterieLeft = {
  id_materia: number
  materia: string
  n: number
  /** Counts without difficulty, easy, medium, hard. */
  difficolta: [number, number, number, number]
}[]

/** Counts the questions that a filter leaves, subject by subject. */
export async function countMaterieLeft(filtro: Filtro, noMateria: string): Promise<Result<MaterieLeft>> {
  const all = await countPerMateria(filtro, noMateria)
  if (!all.ok) return all
  const rated: Map<number, number>[] = []
  for (const livello of [1, 2, 3]) {
    const counts = await countPerMateria({ ...filtro, difficolta: [livello] }, noMateria)
    if (!counts.ok) return counts
    rated.push(new Map(counts.value.map((m) => [m.id_materia, m.n])))
  }
  return ok(
    all.value.map((m) => {
      const [facili, medie, difficili] = rated.map((d) => d.get(m.id_materia) ?? 0) as [number, number, number]
      return { ...m, difficolta: [m.n - facili - medie - difficili, facili, medie, difficili] }
    }),
  )
}

async function countPerMateria(
  filtro: Filtro,
  noMateria: string,
): Promise<Result<Omit<MaterieLeft[number], 'difficolta'>[]>> {
  const counts = await onStore((db) => db.countDomande({ filtro }))
  if (!counts.ok) return counts
  const { totale, per_materia } = counts.value
  const others = totale - per_materia.reduce((somma, m) => somma + m.n, 0)
  return ok([...per_materia, ...(others > 0 ? [{ id_materia: 0, materia: noMateria, n: others }] : [])])
}

/** Questions of a subject for a section of the rules. */
export type Quota = { id_materia: number; numero: number; sezione: number }

/** Drawn questions, section by section and shuffled inside each; `sezioni` runs parallel to `domande`. */
export type Drawn = { domande: Domanda[]; sezioni: number[] }

/**
 * Draws the questions of a custom trial by a seed. `difficolta` has the easy, medium and hard ones of each section, null for any.
 * Returns NESSUNA_DOMANDA when fewer are left than asked (another tab practised).
 */
export async function drawDomande(
  id_concorso: number,
  quote: readonly Quota[],
  filtroDi: (id_materia: number) => Filtro,
  seme: number,
  difficolta: readonly (readonly [number, number, number] | null)[] = [],
): Promise<Result<Drawn>> {
  const bySezione = new Map<number, number[]>()
  for (const { id_materia, numero, sezione } of quote) {
    if (numero === 0 || difficolta[sezione]) continue
    const found = await onStore((db) =>
      db.selectDomande({ filtro: filtroDi(id_materia), ordine: 'UFFICIALE', seme: 0 }),
    )
    if (!found.ok) return found
    const taken = permute(found.value.id_domande, mixSeeds(seme, id_materia)).subarray(0, numero)
    if (taken.length < numero) return { ok: false, error: { codice: 'NESSUNA_DOMANDA' } }
    bySezione.set(sezione, [...(bySezione.get(sezione) ?? []), ...taken])
  }
  for (const [sezione, amounts] of difficolta.entries()) {
    const own = quote.filter((q) => q.sezione === sezione && q.numero > 0)
    if (!amounts || own.length === 0) continue
    const taken = await drawByDifficulty(own, amounts, filtroDi, mixSeeds(seme, sezione))
    if (!taken.ok) return taken
    bySezione.set(sezione, taken.value)
  }
  const ordered = [...bySezione].sort(([a], [b]) => a - b)
  const ids = ordered.flatMap(([sezione, own]) => [...permute(Int32Array.from(own), mixSeeds(seme, -1 - sezione))])
  const domande: Domanda[] = []
  for (let i = 0; i < ids.length; i += PAGE_SIZE) {
    const page = await onStore((db) => db.readDomande({ id_concorso, id_domande: ids.slice(i, i + PAGE_SIZE) }))
    if (!page.ok) return page
    domande.push(...page.value)
  }
  return ok({ domande, sezioni: ordered.flatMap(([sezione, own]) => own.map(() => sezione)) })
}

/** Draws a section by numbers of easy, medium and hard questions; a question without difficulty is medium. */
async function drawByDifficulty(
  materie: readonly Quota[],
  difficolta: readonly [number, number, number],
  filtroDi: (id_materia: number) => Filtro,
  seme: number,
): Promise<Result<number[]>> {
  const pool: DrawCandidate[] = []
  for (const { id_materia } of materie)
    for (const livello of [0, 1, 2, 3]) {
      const filtro = { ...filtroDi(id_materia), difficolta: [livello] }
      const found = await onStore((db) => db.selectDomande({ filtro, ordine: 'UFFICIALE', seme: 0 }))
      if (!found.ok) return found
      for (const id_domanda of found.value.id_domande)
        pool.push({ id_domanda, id_materia, difficolta: livello || null })
    }
  const result = drawByQuota(pool, { materie, difficolta }, seme)
  return result.ok ? ok(result.id_domande) : { ok: false, error: { codice: 'NESSUNA_DOMANDA' } }
}
