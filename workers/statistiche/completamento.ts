import type { Completamento, RigaCompletamento } from '#contract/database'
import { completamentoMateria } from '#rules/completamento'
import { LIVELLI, type Livello, NON_RISPOSTE } from '#rules/livello'
import { countNeutral, emptyLivelli } from '../banche/banche.ts'
import type { StoreContext } from '../core/context.ts'
import { StoreFault } from '../core/guard.ts'

/** A subject of a bank on the device, as kept in `banche_meta.materie`. Null id: questions of no subject. */
export type MateriaLocale = { id_materia: number | null; materia: string; n: number; n_con_chiave: number }

type Counter = { id_materia: number; has_risposta: number; livello: Livello; n: number }

/**
 * Returns completion per subject and overall from the counters, without reading a record or the bank's file [CP1]
 * [CP3].
 */
export function completamento(ctx: StoreContext, { id_concorso }: { id_concorso: number }): Completamento {
  const row = ctx.db.get<{ file: string | null; materie: string | null }>(
    'SELECT file, materie FROM banche LEFT JOIN banche_meta USING (id_concorso) WHERE id_concorso = ?',
    id_concorso,
  )
  if (!row) throw new StoreFault('CONCORSO_NON_TROVATO')
  if (!row.file || !row.materie) throw new StoreFault('CONCORSO_NOT_INITIALIZED')
  const materie = JSON.parse(row.materie) as MateriaLocale[]
  const counters = ctx.db.all<Counter>(
    'SELECT id_materia, has_risposta, livello_conoscenza AS livello, n FROM contatori WHERE id_concorso = ?',
    id_concorso,
  )
  const neutral = countNeutral(ctx, id_concorso)
  const rows = materie.map((m) => toRow(m, counters, neutral.get(m.id_materia ?? 0) ?? 0))
  return { materie: rows, totale: sumOf(rows) }
}

function toRow(m: MateriaLocale, counters: Counter[], neutral: number): RigaCompletamento {
  const per_livello = emptyLivelli()
  let touched = 0
  let answered = 0
  for (const { id_materia, has_risposta, livello, n } of counters) {
    if (id_materia !== (m.id_materia ?? 0) || livello === NON_RISPOSTE) continue
    per_livello[livello] += n
    touched += n
    if (has_risposta === 1) answered += n
  }
  per_livello[NON_RISPOSTE] = m.n - touched
  const assegnate = m.n_con_chiave
  const non_risposte = assegnate - answered
  const percentuale = completamentoMateria({ assegnate, non_risposte })
  const { id_materia, materia, n: totale } = m
  const viste = touched + neutral
  return { id_materia, materia, totale, assegnate, non_risposte, per_livello, viste, percentuale }
}

function sumOf(rows: RigaCompletamento[]): RigaCompletamento {
  const per_livello = emptyLivelli()
  const sum = { totale: 0, assegnate: 0, non_risposte: 0, viste: 0 }
  for (const riga of rows) {
    sum.totale += riga.totale
    sum.assegnate += riga.assegnate
    sum.non_risposte += riga.non_risposte
    sum.viste += riga.viste
    for (const livello of LIVELLI) per_livello[livello] += riga.per_livello[livello]
  }
  return { id_materia: null, materia: '', ...sum, per_livello, percentuale: completamentoMateria(sum) }
}
