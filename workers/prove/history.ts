import type { StoreArgs } from '#contract/database'
import type { Consegna, EndedSeduta } from '#contract/prova'
import type { StoreContext } from '../core/context.ts'
import { SEDUTE, type SedutaRow, toBreve } from '../sedute/sedute.ts'
import { MAX_LINES } from './lists.ts'
import type { ProvaRow } from './row.ts'

type HistoryRow = SedutaRow & { dati: string | null; consegna: string | null }

/** Sittings that have ended, newest first (contract/prova `listStoria`). */
export function listStoria({ db }: StoreContext, args: StoreArgs<'listStoria'>): EndedSeduta[] {
  // Count only the requested page: a person's sittings are far more than a screen of them.
  const rows = db.all<HistoryRow>(
    `SELECT q.*, p.dati, p.consegna FROM (${SEDUTE} WHERE s.id IN (
       SELECT id FROM sedute f WHERE (stato = 'consegnata' OR stato = 'abbandonata' AND id IN (SELECT id_seduta FROM prove))
         AND id_concorso = coalesce(?1, id_concorso) AND (?4 IS NULL OR tipo IN (SELECT value FROM json_each(?4)))
       ORDER BY aggiornata_ms DESC, id DESC LIMIT ?2 OFFSET ?3)
     GROUP BY s.id ORDER BY s.aggiornata_ms DESC, s.id DESC) q LEFT JOIN prove p ON p.id_seduta = q.id`,
    args.id_concorso,
    Math.min(Math.max(1, Math.trunc(args.limite)), MAX_LINES),
    Math.max(0, Math.trunc(args.salta)),
    args.tipi ? JSON.stringify(args.tipi) : null,
  )
  return rows.map(({ dati, consegna, ...seduta }) => ({
    ...toBreve(seduta),
    nome: dati === null ? null : ((JSON.parse(dati) as ProvaRow['dati']).regole.nome ?? null),
    prova: consegna === null ? null : toOutcome(JSON.parse(consegna) as Consegna),
  }))
}

/** Returns the outcome that counts: the server's, where it has one. */
function toOutcome({ punteggio, server }: Consegna): EndedSeduta['prova'] {
  const { punti, massimo, esito } = punteggio
  if (server) return { punti: server.punti, massimo: server.massimo, superata: server.superata }
  return { punti, massimo, superata: esito === 'superata' ? true : esito === 'non_superata' ? false : null }
}
