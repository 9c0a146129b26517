import { describe, expect, it } from 'vitest'
import { copiaFile } from '#contract/copia'
import { parseWith } from '#contract/parse'
import type { Risposta } from '#contract/schemas'
import { instantOf } from '#rules/dates'
import { apri, codice, giusta, type Mondo, rispondi, value } from '../mondo.ts'

const exported = async ({ db, at }: Mondo) => value(await db.exportCopia({ at: at() }))
/** As the page opens a file: its shape first. */
const shape = (testo: string) => parseWith(copiaFile, JSON.parse(testo))
const waiting = async ({ db }: Mondo) => value(await db.listUnsynced({ id_concorso: 1, limite: 500 }))

describe('a copy is opened again', () => {
  it('with what was practised of a path', async () => {
    const [mondo, other] = [await apri({ id_concorso: -4 }), await apri({ id_concorso: -4 })]
    value(await rispondi(mondo, 1, giusta(1)))
    const testo = await exported(mondo)
    expect(shape(testo)).toMatchObject({ ok: true })
    expect(value(await other.db.importCopia({ testo, id: 'c', at: other.at() }))).toMatchObject({ livelli: 1 })
  })

  it.each([
    ['a date that nobody can read', { ts_client: 'ieri' }],
    ['a year of five digits', { ts_client: '+010000-01-01T00:00:00.000Z' }],
    ['a content that says nothing', { tipo: 'ANNULLA', dati: 'null' }],
    ['no question', { id_domanda: 0 }],
  ] as const)('with an event of another device among the others that has %s', async (_, odd) => {
    const [mondo, other] = [await apri(), await apri()]
    value(await rispondi(mondo, 1, giusta(1)))
    const event = {
      ...{ id: 'odd', tipo: 'RISPOSTA' as const, chiave: null, id_concorso: 1, id_domanda: 100_002 },
      ...{ dati: '{"esito":"corretta"}', ts_client: mondo.at(), versione_banca: null, dispositivo: 'altro', seq: 1 },
      ...{ effettivo: mondo.at(), ...odd },
    }
    value(await mondo.db.applyEventi({ eventi: [event], cursore: 1, epoca: 'e', scarto_ms: 0 }))
    const testo = await exported(mondo)
    expect(shape(testo)).toMatchObject({ ok: true })
    expect(codice(await other.db.previewCopia({ testo }))).toBe('ok')
    value(await other.db.importCopia({ testo, id: 'c', at: other.at() }))
    expect(JSON.parse(await exported(other)).dati.eventi).toHaveLength(2)

    value(await mondo.db.resetStatistiche({ id_concorso: 1, materie: null, id: 'r', at: mondo.at() }))
    const [point] = value(await mondo.db.listPunti())
    const back = value(await mondo.db.readPunto({ nome: point?.nome ?? '' }))
    expect(value(await mondo.db.restoreCopia({ testo: back, id: 'back', at: mondo.at() }))).toEqual({ domande: 1 })
  })
})

describe('what a copy brings in', () => {
  it('is nothing where the server already brought it, and the last answer can still be taken back', async () => {
    const mondo = await apri()
    const given = value(await rispondi(mondo, 1, giusta(1)))
    const testo = await exported(mondo)
    const [sent] = (await waiting(mondo))?.con_livello ?? []
    // The server says instants in UTC.
    const utc = new Date(instantOf(sent?.data_livello)).toISOString()
    const risposte = [{ ...(sent as Risposta), data_eseguita: utc, data_livello: utc }]
    value(await mondo.db.applyRemote({ id_concorso: 1, risposte, cursore: 1, forzato: true }))
    const none = value(await mondo.db.previewCopia({ testo })).nuove
    expect(new Set(Object.values(none))).toEqual(new Set([0]))
    value(await mondo.db.importCopia({ testo, id: 'c', at: mondo.at() }))
    expect(await waiting(mondo)).toBeNull()
    const undone = { id_evento_annullato: given.id_evento, at: mondo.at(), id_evento: 'u' }
    expect(codice(await mondo.db.undo(undone))).toBe('ok')
  })

  it('[SY16] is sent where a hand had taken the level back to unanswered, and a blank is not', async () => {
    const [mondo, other] = [await apri(), await apri()]
    const of = (posizione: number) => ({ id_concorso: 1, id_domanda: 100_000 + posizione, at: mondo.at() })
    value(await rispondi(mondo, 1, giusta(1)))
    value(await mondo.db.setLivello({ ...of(1), livello: -99, id_evento: 'l' }))
    // Without a key an answer moves nothing.
    value(await rispondi(mondo, 7, 1))
    value(await other.db.importCopia({ testo: await exported(mondo), id: 'c', at: other.at() }))
    const sent = (await waiting(other))?.con_livello ?? []
    expect(sent.map((r) => [r.id_domanda, r.livello_conoscenza])).toEqual([[100_001, -99]])
  })
})
