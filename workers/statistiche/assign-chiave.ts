import type { StoreArgs } from '#contract/database'
import { hasChiave } from '#rules/esito'
import { newStatistica, type Statistica } from '#rules/statistica'
import { attach } from '../banche/attach.ts'
import { chiaveOf } from '../banche/chiave.ts'
import type { StoreContext } from '../core/context.ts'
import { StoreFault } from '../core/guard.ts'
import type { Connection } from '../core/platform.ts'
import type { MateriaLocale } from './completamento.ts'
import { readDomanda, readStatistica, toStatistica, writeStatistica } from './records.ts'

type Assign = StoreArgs<'assignChiave'>

/**
 * Sets the person's key of a question published without one; null removes it (D17). Key, record and the bank's counts
 * change in one transaction (D17a). IMPOSSIBILE_SELEZIONARE_RISPOSTA for a question that has an official key, and for
 * an answer that it does not have.
 */
export function assignChiave(ctx: StoreContext, { id_concorso, id_domanda, risposta, at }: Assign): Statistica {
  const bank = attach(ctx, id_concorso)
  const { db } = ctx
  return db.transaction(() => {
    const domanda = readDomanda(db, bank, id_domanda)
    if (hasChiave(chiaveOf(domanda))) throw new StoreFault('IMPOSSIBILE_SELEZIONARE_RISPOSTA', 'it has an official key')
    if (risposta !== null && !(Number.isInteger(risposta) && risposta >= 1 && risposta <= domanda.n_risposte))
      throw new StoreFault('IMPOSSIBILE_SELEZIONARE_RISPOSTA', `answer ${risposta} of ${domanda.n_risposte}`)
    const had = db.get('SELECT 1 FROM chiavi_utente WHERE id_domanda = ?', id_domanda) !== undefined
    if (risposta === null) db.run('DELETE FROM chiavi_utente WHERE id_domanda = ?', id_domanda)
    else db.run('INSERT OR REPLACE INTO chiavi_utente VALUES (?, ?, ?, ?)', id_domanda, id_concorso, risposta, at)
    countChiave(db, id_concorso, domanda.id_materia, Number(risposta !== null) - Number(had))
    const stored = readStatistica(db, id_domanda)
    const before = stored ? toStatistica(stored) : newStatistica(domanda)
    const statistica: Statistica = { ...before, has_risposta: risposta === null ? 0 : 1 }
    writeStatistica(db, statistica, 1, stored?.ultimo_evento ?? null)
    return statistica
  })
}

type Meta = {
  n_domande_by_materia: string
  n_domande_assegnate: number
  n_domande_assegnate_by_materia: string
  materie: string
}

/** Adds `change` to the bank's count of a subject's keys; official counts never change (D17a). */
export function countChiave(db: Connection, id_concorso: number, id_materia: number | null, change: number): void {
  const meta = db.get<Meta>('SELECT * FROM banche_meta WHERE id_concorso = ?', id_concorso)
  if (change === 0 || !meta) return
  const key = id_materia ?? ''
  const add = (json: string) => {
    const counts = JSON.parse(json) as Record<string, number>
    return JSON.stringify({ ...counts, [key]: (counts[key] ?? 0) + change })
  }
  const materie = (JSON.parse(meta.materie) as MateriaLocale[]).map((m) =>
    m.id_materia === id_materia ? { ...m, n_con_chiave: m.n_con_chiave + change } : m,
  )
  db.run(
    `UPDATE banche_meta SET n_domande_by_materia = ?, n_domande_assegnate = ?, n_domande_assegnate_by_materia = ?, materie = ?
     WHERE id_concorso = ?`,
    add(meta.n_domande_by_materia),
    meta.n_domande_assegnate + change,
    add(meta.n_domande_assegnate_by_materia),
    JSON.stringify(materie),
    id_concorso,
  )
}
