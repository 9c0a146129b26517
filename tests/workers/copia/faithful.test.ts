import { describe, expect, it } from 'vitest'
import { copiaFile } from '#contract/copia'
import { parseWith } from '#contract/parse'
import { apri, codice, giusta, type Mondo, rispondi, value } from '../mondo.ts'

const exported = async ({ db, at }: Mondo) => value(await db.exportCopia({ at: at() }))
/** As the page opens a file: its shape first. */
const shape = (testo: string) => parseWith(copiaFile, JSON.parse(testo))

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
