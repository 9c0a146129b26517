import type { Domanda, StoreArgs } from '#contract/database'
import type { Chiave, StatoDomanda } from '#contract/domanda'
import { difficoltaOf, HTML_FLAG, SPIEGATA_FLAG } from '#contract/package'
import { toRecord } from '#contract/statistica-columns'
import type { Difficolta } from '#rules/regolamento/types'
import type { Statistica } from '#rules/statistica'
import type { StoreContext } from '../core/context.ts'
import { StoreFault } from '../core/guard.ts'
import { attach, fullRecord } from './attach.ts'
import { CHIAVE_UTENTE } from './chiave.ts'

/** Most questions of one call: a page of the list is 50. */
export const MAX_PAGE = 100

/** Text columns of a question's row. */
export type TextColumns = {
  testo: string
  risposta1: string
  risposta2: string
  risposta3: string | null
  risposta4: string | null
  risposta5: string | null
}

type Row = Statistica &
  TextColumns & {
    id_ufficiale: string | null
    materia: string | null
    corretta: number | null
    corretta_utente: number | null
    punti: string | null
    chiave: Chiave
    stato: StatoDomanda
    immagine: string | null
    alt: string | null
    flags: number
    /** Questions of the bank with an explanation; null where its file does not count them. */
    spiegate: string | null
    argomenti: string | null
  }

type Page = StoreArgs<'readDomande'>

/**
 * Returns full questions with their records, in the order of the ids. DOMANDA_NON_TROVATA when one is not in its bank.
 */
export function readDomande(ctx: StoreContext, { id_concorso, id_domande }: Page): Domanda[] {
  if (id_domande.length > MAX_PAGE)
    throw new StoreFault('INDEX_OUT_OF_BOUND', `${id_domande.length} questions, at most ${MAX_PAGE}`)
  if (typeof id_concorso === 'number') return readFrom(ctx, id_concorso, id_domande)
  if (id_concorso.length !== id_domande.length)
    throw new StoreFault('RICHIESTA_NON_VALIDA', 'a bank for each question', { campi: ['id_concorso'] })
  const page: Domanda[] = []
  for (const bank of new Set(id_concorso)) {
    const places = id_domande.flatMap((_, place) => (id_concorso[place] === bank ? place : []))
    const read = readFrom(
      ctx,
      bank,
      places.map((place) => id_domande[place] as number),
    )
    for (const [i, domanda] of read.entries()) page[places[i] as number] = domanda
  }
  return page
}

function readFrom(ctx: StoreContext, id_concorso: number, id_domande: readonly number[]): Domanda[] {
  const { alias } = attach(ctx, id_concorso)
  const rows = ctx.db.all<Row>(
    `SELECT ${fullRecord(id_concorso)}, d.id_ufficiale, m.nome AS materia, d.testo, d.risposta1, d.risposta2, d.risposta3,
       d.risposta4, d.risposta5, d.corretta, ${CHIAVE_UTENTE} AS corretta_utente, d.punti, d.chiave, d.stato, d.immagine, d.alt, d.flags, d.argomenti,
       (SELECT valore FROM ${alias}.manifesto WHERE chiave = 'spiegazioni') AS spiegate
     FROM json_each(?) j JOIN ${alias}.domande d ON d.id_domanda = j.value
     LEFT JOIN ${alias}.materie m ON m.id_materia = d.id_materia
     LEFT JOIN main.chiavi_utente k ON k.id_domanda = d.id_domanda
     LEFT JOIN main.statistiche s ON s.id_domanda = d.id_domanda
     ORDER BY j.key`,
    JSON.stringify(id_domande),
  )
  if (rows.length !== id_domande.length) throw new StoreFault('DOMANDA_NON_TROVATA')
  return rows.map(toDomanda)
}

function toDomanda(row: Row): Domanda {
  const { id_domanda, id_concorso, id_ufficiale, indice_uff, id_materia, materia, testo, stato, corretta_utente } = row
  const risposte = [row.risposta1, row.risposta2, row.risposta3, row.risposta4, row.risposta5].filter((r) => r !== null)
  return {
    id_domanda,
    id_concorso,
    id_ufficiale,
    indice_uff,
    id_materia,
    materia,
    testo,
    risposte,
    corretta: row.corretta ?? corretta_utente,
    punti: row.punti === null ? null : (JSON.parse(row.punti) as number[]),
    difficolta: (difficoltaOf(row.flags) || null) as Difficolta | null,
    chiave: corretta_utente === null ? row.chiave : 'utente',
    stato,
    immagine: row.immagine,
    alt: row.alt,
    html: (row.flags & HTML_FLAG) !== 0,
    argomenti: row.argomenti === null ? [] : (JSON.parse(row.argomenti) as string[]),
    spiegata: row.spiegate === null ? null : (row.flags & SPIEGATA_FLAG) !== 0,
    statistica: toRecord(row),
  }
}
