import type { StoreArgs } from '#contract/database'
import type { EventoRicevuto } from '#contract/giornale'
import { parseVoce } from '#contract/voci'
import { APERTA, isVoce, SEDUTA } from '#rules/giornale'
import type { StoreContext } from '../core/context.ts'
import type { Connection } from '../core/platform.ts'
import { countAperte } from './aperte.ts'
import { addRemote, countEventi } from './chains.ts'
import { projectAnswers, sittingsOf } from './project-answers.ts'
import { findChiaveCounts } from './project-chiave.ts'
import { receiveAperta } from './receive-aperta.ts'
import { countSedute, receiveSeduta } from './sedute.ts'
import { countVoci, forgetVoci, receiveVoce } from './voci.ts'

type State = { cursore: number; epoca: string | null }
const readState = (db: Connection): State =>
  db.get<State>('SELECT cursore, epoca FROM giornale') ?? { cursore: 0, epoca: null }

/** Returns the cursor, and how much waits. */
export function readGiornale(ctx: StoreContext) {
  const { cancellate, ...voci } = countVoci(ctx)
  const waiting = Object.values(voci).reduce((sum, n) => sum + n, cancellate + countSedute(ctx) + countAperte(ctx))
  return { ...readState(ctx.db), da_inviare: countEventi(ctx).eventi + waiting }
}

/** Merges one page of the server's journal, with its cursor, in one transaction; a repeated page changes nothing. */
export function applyEventi(ctx: StoreContext, { eventi, cursore, epoca, scarto_ms = 0 }: StoreArgs<'applyEventi'>) {
  const { db } = ctx
  const counts = findChiaveCounts(
    ctx,
    eventi.flatMap((e) => chiaveOfEvento(db, e)),
  )
  return db.transaction(() => {
    const answers = eventi.filter((e) => !isVoce(e.tipo) && e.tipo !== SEDUTA && e.tipo !== APERTA)
    // Find the sittings first: an undo then removes its answer's place.
    const sittings = sittingsOf(db, answers)
    const added = addRemote(db, answers)
    const changed = new Set<string>()
    for (const e of eventi) {
      if (e.tipo === APERTA && e.chiave !== null) {
        sittings.add(e.chiave)
        if (receiveAperta(ctx, e, scarto_ms)) changed.add(e.chiave)
      } else if (
        e.tipo === SEDUTA ? receiveSeduta(db, e, ctx.chain.dispositivo) : isVoce(e.tipo) && receiveVoce(db, e, counts)
      )
        changed.add(e.id)
    }
    for (const id of sittings) if (projectAnswers(db, id)) changed.add(id)
    db.run('INSERT OR REPLACE INTO giornale VALUES (1, ?, ?)', Math.max(cursore, readState(db).cursore), epoca)
    return { ...added, voci: changed.size }
  })
}

/** Returns the bank and the question of an arriving own key, or of a present one that is deleted. */
function chiaveOfEvento(db: Connection, e: EventoRicevuto): { id_concorso: number; id_domanda: number }[] {
  if (e.tipo !== 'CHIAVE' || e.chiave === null) return []
  const id_domanda = Number(e.chiave)
  const id_concorso =
    (e.dati === null ? undefined : (parseVoce('CHIAVE', e.dati)?.id_concorso as number | undefined)) ??
    db.get<{ id: number }>('SELECT id_concorso AS id FROM chiavi_utente WHERE id_domanda = ?', id_domanda)?.id
  return id_concorso === undefined ? [] : [{ id_concorso, id_domanda }]
}

/**
 * Restarts the journal for another server: drops the acknowledgements and sends all again, the voices with their old
 * dates.
 */
export function resetGiornale({ db }: StoreContext, { epoca }: StoreArgs<'resetGiornale'>): null {
  return db.transaction(() => {
    for (const table of ['giornale_inviati', 'giornale_rifiutati', 'giornale_sedute']) db.run(`DELETE FROM ${table}`)
    forgetVoci(db)
    db.run('UPDATE giornale_aperte SET inviata = NULL, nota = NULL')
    db.run('INSERT OR REPLACE INTO giornale VALUES (1, 0, ?)', epoca)
    return null
  })
}
