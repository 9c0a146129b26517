import { MARTELLA, type NewSeduta, type Seduta, type SedutaSummary, type StoreArgs } from '#contract/database'
import { instantOf } from '#rules/dates'
import { RISPOSTE_RULE } from '#rules/risposte-shape'
import { isStartable, type SedutaEvent } from '#rules/seduta/machine'
import { isSedutaEnded, TRANSITION_TO } from '#rules/seduta/states'
import type { StoreContext } from '../core/context.ts'
import { StoreFault } from '../core/guard.ts'
import { selectDomande } from '../ricerca/filtro.ts'
import { type ChosenDomande, chooseDomande } from './choose-domande.ts'
import { blobOf, idsOf, listRisposteSeduta, stepPlace } from './places.ts'
import { SHOWN_OPEN } from './shown-open.ts'

export type SedutaRow = Omit<SedutaSummary, 'filtro' | 'mescola' | 'avanti_da_sola' | 'altrove'> & {
  altrove: number
  filtro: string
  mescola: number
  avanti_da_sola: number
}

/** Sittings in brief; a WHERE on `s` and GROUP BY s.id follow. */
export const SEDUTE = `SELECT s.id, tipo, id_concorso, filtro, ordine, seme, mescola, avanti_da_sola, stato, s.indice, coalesce(regola_risposte, 1) AS regola_risposte, iniziata, aggiornata,
    EXISTS (SELECT 1 FROM giornale_aperte g WHERE g.id = s.id AND g.titolare IS NOT NULL) AS altrove,
    d.n, count(r.indice) FILTER (WHERE esito = 'corretta') AS corrette,
    count(r.indice) FILTER (WHERE esito = 'errata') AS errate, count(r.indice) FILTER (WHERE esito = 'nulla') AS nulle
  FROM sedute s JOIN sedute_domande d ON d.id_seduta = s.id LEFT JOIN sedute_risposte r ON r.id_seduta = s.id`

export const toBreve = ({ altrove, ...row }: SedutaRow): SedutaSummary => ({
  ...row,
  filtro: JSON.parse(row.filtro) as SedutaSummary['filtro'],
  mescola: row.mescola === 1,
  avanti_da_sola: row.avanti_da_sola === 1,
  ...(altrove === 1 && { altrove: true }),
})

/**
 * Starts a sitting. Its questions are chosen now, by hand or by filter, order and seed, and stored with it: no reload,
 * update of the bank or other filter changes them [EX13]. NESSUNA_DOMANDA when none is left, DOMANDE_NON_QUI when they
 * were chosen. `also` writes a trial's own rows in the same transaction, without which a trial must not begin.
 */
export function createSeduta(ctx: StoreContext, args: NewSeduta, also?: (id_domande: Int32Array) => void): Seduta {
  const { db } = ctx
  if (!also && !isStartable(args.tipo)) throw new StoreFault('TIPO_ESERCITAZIONE_ERRATO', args.tipo)
  if (args.filtro.id_concorso !== args.id_concorso) throw new StoreFault('ID_CONCORSO_NON_COINCIDE')
  if (db.get('SELECT 1 FROM sedute WHERE id = ?', args.id)) return readSeduta(ctx, args)
  const { id_domande, id_concorso, id_concorsi } = chosenBy(ctx, args)
  if (id_domande.length === 0)
    throw args.scelte
      ? new StoreFault('DOMANDE_NON_QUI')
      : new StoreFault('NESSUNA_DOMANDA', undefined, {
          dati: args.filtro.conImmagine === false ? { figure: 'senza' } : {},
        })
  const { id, tipo, filtro, ordine, seme, mescola, avanti_da_sola, at } = args
  db.transaction(() => {
    db.run(
      'INSERT INTO sedute VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      id,
      tipo,
      id_concorso,
      JSON.stringify({ ...filtro, id_concorso }),
      ordine,
      seme,
      mescola ? 1 : 0,
      avanti_da_sola ? 1 : 0,
      'in_corso',
      0,
      at,
      at,
      instantOf(at),
      RISPOSTE_RULE,
    )
    db.run(
      'INSERT INTO sedute_domande(id_seduta, n, id_domande, id_concorsi) VALUES (?, ?, ?, ?)',
      id,
      id_domande.length,
      blobOf(id_domande),
      id_concorsi && blobOf(id_concorsi),
    )
    also?.(id_domande)
  })
  return readSeduta(ctx, args)
}

function chosenBy(ctx: StoreContext, { scelte, filtro, ordine, seme, id_concorso, tipo }: NewSeduta): ChosenDomande {
  if (ordine === MARTELLA && (!scelte || tipo !== 'ESERCITAZIONE'))
    throw new StoreFault('TIPO_ESERCITAZIONE_ERRATO', `${tipo} ${ordine}`)
  if (scelte || ordine === MARTELLA) return chooseDomande(ctx, scelte ?? new Int32Array(), { ordine, seme })
  return { ...selectDomande(ctx, { filtro, ordine, seme }), id_concorso, id_concorsi: null }
}

/** Returns a sitting with its questions and answers. ESERCITAZIONE_NON_INIZIALIZZATA when there is no such sitting. */
export function readSeduta({ db }: StoreContext, { id }: { id: string }): Seduta {
  const row = db.get<SedutaRow>(`${SEDUTE} WHERE s.id = ? GROUP BY s.id`, id)
  const places = db.get<{ id_domande: Uint8Array; id_concorsi: Uint8Array | null }>(
    'SELECT id_domande, id_concorsi FROM sedute_domande WHERE id_seduta = ?',
    id,
  )
  if (!row || !places) throw new StoreFault('ESERCITAZIONE_NON_INIZIALIZZATA', id)
  const { n, corrette: _corrette, errate: _errate, nulle: _nulle, ...seduta } = toBreve(row)
  return {
    ...seduta,
    id_domande: idsOf(places.id_domande),
    id_concorsi: places.id_concorsi ? idsOf(places.id_concorsi) : new Int32Array(n).fill(row.id_concorso),
    risposte: listRisposteSeduta(db, id),
  }
}

/** Lists sittings that are neither quit nor submitted (contract/database `listAperte`). */
export function listAperte({ db }: StoreContext, { id_concorso }: StoreArgs<'listAperte'>): SedutaSummary[] {
  const rows = db.all<SedutaRow>(
    `${SEDUTE} WHERE s.id IN (SELECT id FROM (${SHOWN_OPEN}))
     GROUP BY s.id ORDER BY s.aggiornata_ms DESC, s.id DESC`,
    id_concorso,
  )
  return rows.map(toBreve)
}

/** Moves a sitting on, pauses or ends it (contract/database `updateSeduta`). */
export function updateSeduta({ db }: StoreContext, { id, indice, stato, mescola, at }: StoreArgs<'updateSeduta'>) {
  const events: SedutaEvent[] = []
  if (indice !== undefined) events.push({ tipo: 'apri', indice })
  if (stato !== undefined) events.push({ tipo: TRANSITION_TO[stato] })
  const { before, after } = stepPlace(db, id, ...events)
  if (isSedutaEnded(before.stato)) return null
  db.run(
    `UPDATE sedute SET indice = ?, stato = ?, mescola = coalesce(?, mescola), aggiornata = ?, aggiornata_ms = ?
     WHERE id = ?`,
    after.indice,
    after.stato,
    mescola === undefined ? null : Number(mescola),
    at,
    instantOf(at),
    id,
  )
  return null
}

/** Takes a sitting over from the device that holds it (contract/database `takeSeduta`). */
export function takeSeduta({ db }: StoreContext, { id }: StoreArgs<'takeSeduta'>): null {
  db.run('UPDATE giornale_aperte SET prese = prese + 1, titolare = NULL WHERE id = ? AND titolare IS NOT NULL', id)
  return null
}
