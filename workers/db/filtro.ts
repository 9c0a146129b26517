import type { Conteggi, Filtro, Ordine, Selezione } from '#contract/database'
import { esitoRisposta } from '#rules/esito'
import { type Livello, NON_RISPOSTE } from '#rules/livello'
import { permuteN, rankEsatte } from '#rules/ordine'
import type { Archivio } from './archivio.ts'
import { type Attached, attach } from './attach.ts'
import { emptyLivelli } from './banche.ts'
import { chiaveOf, HA_CHIAVE } from './chiave.ts'
import type { Valore } from './drivers/platform.ts'
import { searchBanca } from './ricerca.ts'

/** Hits up to here travel as JSON inside the statement; more go into a temporary table. */
const MANY = 2000

/** Conditions of a statement over `d` (the bank's questions) and `s` (records), with their arguments. */
type Where = { sql: string; values: Valore[] }

const LIVELLO = `coalesce(s.livello_conoscenza, ${NON_RISPOSTE})`
const HAS_RISPOSTA = `coalesce(s.has_risposta, ${HA_CHIAVE})`

/** Questions of a bank with their records where there are any. */
const from = ({ alias }: Attached) =>
  `FROM ${alias}.domande d LEFT JOIN main.statistiche s ON s.id_domanda = d.id_domanda`

/** The same, without the records when nothing asked for reads them: a selection by words then touches one index only. */
const fromFor = (bank: Attached, { livelli, soloPreferiti, conRisposta }: Filtro) =>
  some(livelli) || soloPreferiti || conRisposta !== undefined ? from(bank) : `FROM ${bank.alias}.domande d`

/** An absent or empty list filters nothing. */
const some = <T>(list: readonly T[] | undefined): list is readonly T[] => list !== undefined && list.length > 0

function whereOf(parts: { sql: string; values?: Valore[] }[]): Where {
  const sql = parts.map((part) => part.sql).join(' AND ')
  return { sql: sql && `WHERE ${sql}`, values: parts.flatMap((part) => part.values ?? []) }
}

/** Keywords, range and key: the filters that have no live counts of their own. */
function common(a: Archivio, bank: Attached, { ix_start, ix_end, conRisposta, ...filtro }: Filtro) {
  const parts: { sql: string; values?: Valore[] }[] = []
  const hits = searchBanca(a, bank, filtro)
  if (hits && hits.length <= MANY)
    parts.push({ sql: 'd.posizione IN (SELECT value FROM json_each(?))', values: [`[${hits.join(',')}]`] })
  else if (hits) {
    fillHits(a, hits)
    parts.push({ sql: 'd.posizione IN (SELECT posizione FROM temp.trovate)' })
  }
  if (ix_start !== undefined) parts.push({ sql: 'd.posizione >= ?', values: [ix_start] })
  if (ix_end !== undefined) parts.push({ sql: 'd.posizione <= ?', values: [ix_end] })
  if (conRisposta !== undefined) parts.push({ sql: `${HAS_RISPOSTA} = ?`, values: [conRisposta ? 1 : 0] })
  return parts
}

/** Subjects, levels, favourites and images: the facets. */
function facets({ materie, livelli, soloPreferiti, conImmagine }: Filtro) {
  const parts: { sql: string; values?: Valore[] }[] = []
  if (some(materie))
    parts.push({ sql: 'd.id_materia IN (SELECT value FROM json_each(?))', values: [JSON.stringify(materie)] })
  if (conImmagine !== undefined) parts.push({ sql: 'd.flags & 1 = ?', values: [conImmagine ? 1 : 0] })
  if (some(livelli))
    parts.push({ sql: `${LIVELLO} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(livelli)] })
  if (soloPreferiti) parts.push({ sql: 's.preferiti = 1' })
  return parts
}

function fillHits(a: Archivio, hits: Int32Array): void {
  a.db.exec('CREATE TABLE IF NOT EXISTS temp.trovate(posizione INTEGER PRIMARY KEY); DELETE FROM temp.trovate')
  a.db.run('INSERT INTO temp.trovate SELECT value FROM json_each(?)', `[${hits.join(',')}]`)
}

/** Ids and official positions of the questions that a filter leaves, in the order asked for. */
export function selectDomande(
  a: Archivio,
  { filtro, ordine, seme }: { filtro: Filtro; ordine: Ordine; seme: number },
): Selezione {
  const bank = attach(a, filtro.id_concorso)
  const where = whereOf([...common(a, bank, filtro), ...facets(filtro)])
  const [id_domande, posizioni] = a.db.integers(
    `SELECT d.id_domanda, d.posizione ${fromFor(bank, filtro)} ${where.sql}
     ORDER BY ${ordine === 'ALFABETICO' ? 'd.alfabetico' : 'd.posizione'}`,
    2,
    ...where.values,
  ) as [Int32Array, Int32Array]
  const official = { id_domande, posizioni }
  if (ordine === 'CASUALE') return pick(official, permuteN(id_domande.length, seme))
  if (ordine === 'ESATTE') return pick(official, byState(a, bank, where, posizioni))
  return official
}

/** The selection in another order of its places. */
const pick = ({ id_domande, posizioni }: Selezione, places: Int32Array): Selezione => ({
  id_domande: places.map((place) => id_domande[place] as number),
  posizioni: places.map((place) => posizioni[place] as number),
})

/** Places of the official order, wrong answers first, then never answered, then right ones [EX12]. */
function byState(a: Archivio, { alias }: Attached, { sql, values }: Where, posizioni: Int32Array): Int32Array {
  const answered = `FROM ${alias}.domande d JOIN main.statistiche s ON s.id_domanda = d.id_domanda
    ${sql ? `${sql} AND` : 'WHERE'} s.risposta_gettonata IS NOT NULL`
  const rank = new Map<number, number>()
  const [posizione, risposta, corretta] = a.db.integers(
    `SELECT d.posizione, s.risposta_gettonata, coalesce(d.corretta, 0) ${answered} AND d.punti IS NULL`,
    3,
    ...values,
  ) as [Int32Array, Int32Array, Int32Array]
  for (let i = 0; i < posizione.length; i++)
    rank.set(
      posizione[i] as number,
      rankEsatte(esitoRisposta({ corretta: (corretta[i] as number) || null }, risposta[i] as number)),
    )
  const situazionali = a.db.all<{ posizione: number; risposta: number; corretta: number | null; punti: string }>(
    `SELECT d.posizione, s.risposta_gettonata AS risposta, d.corretta, d.punti ${answered} AND d.punti IS NOT NULL`,
    ...values,
  )
  for (const r of situazionali) rank.set(r.posizione, rankEsatte(esitoRisposta(chiaveOf(r), r.risposta)))
  const groups: number[][] = [[], [], []]
  for (const [place, p] of posizioni.entries()) groups[rank.get(p) ?? rankEsatte(null)]?.push(place)
  return Int32Array.from(groups.flat())
}

/** Live counts: each facet with all the other filters on and its own off, from one pass over the candidates. */
export function countDomande(a: Archivio, { filtro }: { filtro: Filtro }): Conteggi {
  const bank = attach(a, filtro.id_concorso)
  const { sql, values } = whereOf(common(a, bank, filtro))
  // Rows rather than GROUP BY: sorting the groups of a whole bank costs four times the reading.
  const [materie, livelli, preferiti, immagini] = a.db.integers(
    `SELECT coalesce(d.id_materia, 0), ${LIVELLO}, coalesce(s.preferiti, 0), d.flags & 1 ${from(bank)} ${sql}`,
    4,
    ...values,
  ) as [Int32Array, Int32Array, Int32Array, Int32Array]
  const inMaterie = some(filtro.materie) ? new Set(filtro.materie) : null
  const inLivelli = some(filtro.livelli) ? new Set<number>(filtro.livelli) : null
  const { soloPreferiti, conImmagine } = filtro
  const per_livello = emptyLivelli()
  const per_materia = new Map<number, number>()
  const found = { totale: 0, preferiti: 0, con_immagine: 0 }
  for (let row = 0; row < materie.length; row++) {
    const id_materia = materie[row] as number
    const livello = livelli[row] as Livello
    const preferito = preferiti[row] === 1
    const immagine = immagini[row] === 1
    const m = inMaterie?.has(id_materia) ?? true
    const l = inLivelli?.has(livello) ?? true
    const p = !soloPreferiti || preferito
    const i = conImmagine === undefined || immagine === conImmagine
    if (m && l && p && i) found.totale++
    if (l && p && i) per_materia.set(id_materia, (per_materia.get(id_materia) ?? 0) + 1)
    if (m && p && i) per_livello[livello]++
    if (m && l && i && preferito) found.preferiti++
    if (m && l && p && immagine) found.con_immagine++
  }
  const names = a.db.all<{ id_materia: number; materia: string }>(
    `SELECT id_materia, nome AS materia FROM ${bank.alias}.materie ORDER BY id_materia`,
  )
  return {
    ...found,
    per_livello,
    per_materia: names.map((row) => ({ ...row, n: per_materia.get(row.id_materia) ?? 0 })),
  }
}
