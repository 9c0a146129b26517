import type { StoreArgs } from '#contract/database'
import type { StepResult } from '#contract/prova'
import { instantOf } from '#rules/dates'
import { joinTratti, totalTratti } from '#rules/prova/aperta'
import { type Clock, clockRemaining } from '#rules/prova/clock'
import { EMPTY_VOCE, type Prova, type ProvaEvent, stepProva as step } from '#rules/prova/machine'
import type { StoreContext } from '../core/context.ts'
import { StoreFault } from '../core/guard.ts'
import type { Connection } from '../core/platform.ts'
import { readAperta, trattiOf } from '../giornale/aperte.ts'
import { nowFor, readRow, readVoci, toBits, toProva } from './row.ts'

const WRITE_VOCE = `INSERT INTO prove_voci(id_seduta, indice, risposta, da_rivedere, escluse, ms, cambi, cambi_rivedi, cambi_escluse)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET risposta = excluded.risposta, da_rivedere = excluded.da_rivedere, escluse = excluded.escluse,
    ms = excluded.ms, cambi = excluded.cambi, cambi_rivedi = excluded.cambi_rivedi, cambi_escluse = excluded.cambi_escluse`

/**
 * Stores when a trial ran, where other devices may have it; returns the used time in all. Time that ran here and
 * elsewhere at once counts once.
 */
function keepTratti(db: Connection, id: string, before: Clock, after: Clock): number {
  const row = readAperta(db, id)
  if (!row) return after.usati
  const iniziata = db.get<{ iniziata: string }>('SELECT iniziata FROM sedute WHERE id = ?', id)?.iniziata ?? ''
  const ran = trattiOf(row, iniziata, before.usati)
  const grown = after.usati - before.usati
  const from = before.da ?? 0
  const to = before.da === null ? 0 : Math.round(after.da ?? from + grown)
  const tratti = joinTratti(ran, [[from, to]])
  const twice = to - from - (totalTratti(tratti) - totalTratti(ran))
  db.run(
    'UPDATE giornale_aperte SET tratti = ?, saltati = saltati + ? WHERE id = ?',
    JSON.stringify(tratti),
    Math.max(0, Math.round(grown - (to - from))),
    id,
  )
  return after.usati - Math.max(0, twice)
}

/** Writes the changes of a step, inside the caller's transaction. */
export function writeStep({ db }: StoreContext, id: string, before: Prova, after: Prova, at: string): void {
  for (const [indice, voce] of after.voci) {
    if (before.voci.get(indice) === voce) continue
    const { risposta, da_rivedere, ms, cambi, cambi_rivedi, cambi_escluse } = voce
    const marks = [risposta, da_rivedere ? 1 : 0, toBits(voce)]
    db.run(WRITE_VOCE, id, indice, ...marks, Math.round(ms), cambi, cambi_rivedi, cambi_escluse)
  }
  const { da, fine } = after.orologio
  const usati = keepTratti(db, id, before.orologio, after.orologio)
  db.run('UPDATE prove SET usati_ms = ?, da_ms = ?, fine_ms = ? WHERE id_seduta = ?', usati, da, fine, id)
  db.run(
    `UPDATE sedute SET indice = ?1, stato = ?2, aggiornata = iif(aggiornata_ms > ?4, aggiornata, ?3),
       aggiornata_ms = max(aggiornata_ms, ?4) WHERE id = ?5`,
    after.indice,
    after.stato,
    at,
    instantOf(at),
    id,
  )
}

/** Runs one durable step of a trial (contract/prova). A repeated step leaves the same trial. */
export function stepProva(ctx: StoreContext, { id, at, evento }: StoreArgs<'stepProva'>): StepResult {
  const row = readRow(ctx, id)
  const before = toProva(row, readVoci(ctx, id))
  const now = nowFor(row, at)
  const stepped = step(before, { ...evento, at: now } as ProvaEvent)
  if (!stepped.ok) throw new StoreFault(stepped.codice, evento.tipo)
  const { prova } = stepped
  ctx.db.transaction(() => {
    writeStep(ctx, id, before, prova, at)
    // Keep it to be sent: the server would otherwise deliver the given-up trial at its end.
    if (evento.tipo === 'abbandona' && row.dati.simulazione)
      ctx.db.run('UPDATE prove SET da_spedire = 1 WHERE id_seduta = ?', id)
  })
  const indice = 'indice' in evento ? evento.indice : null
  return {
    stato: prova.stato,
    indice: prova.indice,
    voce: indice === null ? null : { indice, ...(prova.voci.get(indice) ?? EMPTY_VOCE) },
    resto: clockRemaining(prova.orologio, now),
  }
}
