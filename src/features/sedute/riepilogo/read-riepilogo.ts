import { type Domanda, MARTELLA, type RispostaSeduta, SEVERAL_BANCHE, type Seduta } from '#contract/database'
import { ok, type Result } from '#contract/result'
import { questionsLeft, tamedBy, toMartella } from '#rules/martella'
import { type AfterSeduta, readAfterSeduta } from '../../../domain/after-seduta.ts'
import { findBanca, reloadBanche } from '../../../domain/banche-state.ts'
import { readPresentDomande } from '../../../domain/question-cache.ts'
import { onStore } from '../../../store/on-store.ts'

/** Most questions of a sitting whose subjects count every question; a larger one counts only the answered ones. */
const MAX_DOMANDE = 1000

export type RiepilogoRow = { domanda: Domanda; indice: number; risposta: RispostaSeduta | null }
export type RiepilogoData = {
  seduta: Seduta
  /** Name of the bank; null when the questions are of several. */
  nome: string | null
  n: number
  righe: RiepilogoRow[]
  /** Questions of this sitting answered wrong (in a drill, those not ended), and those never reached. */
  errate: Int32Array
  non_date: Int32Array
  /** Levels before and after, in a drill once for each question. */
  mosse: readonly RispostaSeduta[]
  dopo: AfterSeduta
  /** Bestie nere that this sitting tamed. */
  domate: number
}

/** Reads the data of a sitting's summary. Questions gone from the device lose their rows, and keep their answers. */
export async function readRiepilogo(id: string): Promise<Result<RiepilogoData>> {
  const loaded = await onStore((db) => db.readSeduta({ id }))
  if (!loaded.ok) return loaded
  const seduta = loaded.value
  const { id_concorso } = seduta
  const given = new Map(seduta.risposte.map((r) => [r.indice, r]))
  const places = seduta.id_domande.length <= MAX_DOMANDE ? [...seduta.id_domande.keys()] : [...given.keys()]
  const loadedRows = await readPresentDomande(seduta, places)
  if (!loadedRows.ok) return loadedRows
  const rows = loadedRows.value.map(({ domanda, indice }) => ({ domanda, indice, risposta: given.get(indice) ?? null }))
  // Reload the banks, so that the lists of the other screens show the same figures.
  await reloadBanche()
  const name = id_concorso === SEVERAL_BANCHE ? null : (findBanca(id_concorso)?.concorso ?? '')
  const wrong = rows.filter(({ risposta }) => risposta?.esito === 'errata')
  const drill = seduta.ordine === MARTELLA ? toMartella(seduta.id_domande, seduta.risposte) : null
  return ok({
    seduta,
    nome: name,
    n: drill ? seduta.risposte.length : seduta.id_domande.length,
    // List a question of a drill once, because a drill asks it several times.
    righe: drill ? onceEach([...wrong, ...rows]) : rows,
    errate: Int32Array.from(drill ? questionsLeft(drill) : wrong.map(({ domanda }) => domanda.id_domanda)),
    non_date: drill ? new Int32Array() : seduta.id_domande.filter((_, i) => !given.has(i)),
    mosse: drill ? levelsOnce(seduta.risposte) : seduta.risposte,
    dopo: await readAfterSeduta(id_concorso, id),
    domate: await countTamed(seduta),
  })
}

async function countTamed({ id_concorso, risposte }: Seduta): Promise<number> {
  const right = new Map<number, number>()
  for (const { id_domanda, esito } of risposte)
    if (esito === 'corretta') right.set(id_domanda, (right.get(id_domanda) ?? 0) + 1)
  if (right.size === 0) return 0
  const read = await onStore((db) =>
    db.readErrori({ id_concorso: id_concorso === SEVERAL_BANCHE ? null : id_concorso }),
  )
  return read.ok ? tamedBy(read.value.domate, right) : 0
}

function levelsOnce(risposte: readonly RispostaSeduta[]): RispostaSeduta[] {
  const found = new Map<number, RispostaSeduta>()
  for (const r of risposte) found.set(r.id_domanda, { ...r, ...found.get(r.id_domanda), livello_dopo: r.livello_dopo })
  return [...found.values()]
}

function onceEach(rows: readonly RiepilogoRow[]): RiepilogoRow[] {
  const first = new Map<number, RiepilogoRow>()
  for (const row of rows) if (!first.has(row.domanda.id_domanda)) first.set(row.domanda.id_domanda, row)
  return [...first.values()].sort((a, b) => a.indice - b.indice)
}
