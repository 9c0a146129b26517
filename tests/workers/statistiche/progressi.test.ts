import { describe, expect, it } from 'vitest'
import { readPasso } from '#rules/progressi'
import { migrate } from '#workers/core/migrate'
import type { Connection } from '#workers/core/platform'
import { MIGRATIONS } from '#workers/core/schema'
import { memoria } from '../engine/connections.ts'
import { apri, codice, giusta, rispondi, sbagliata, value } from '../mondo.ts'

const at = '2026-11-21T12:00:00.000+01:00'
const steps = (db: Connection) =>
  db.all<{ minuto: number; id_domanda: number; stato: number }>(
    'SELECT minuto, id_domanda, stato FROM passi ORDER BY rowid',
  )

let seq = 0
const evento = (db: Connection, tipo: string, dati: unknown, altro: { id?: string; ts?: string } = {}) => {
  seq++
  db.run(
    'INSERT INTO eventi(dispositivo, seq, id, id_concorso, id_domanda, tipo, dati, ts_client, catena) VALUES (?, ?, ?, 1, 100001, ?, ?, ?, ?)',
    'd',
    seq,
    altro.id ?? `e${seq}`,
    tipo,
    typeof dati === 'string' ? dati : JSON.stringify(dati),
    altro.ts ?? at,
    new Uint8Array(32),
  )
}
const RISPOSTA = { esito: 'errata', livello_dopo: -2, ms: 12_345, prima: { livello_conoscenza: -99 } }

describe('steps are kept from the events [PG1]', () => {
  it.each(['as they come', 'of a store of the version before'])('%s', async (when) => {
    const db = await memoria()
    if (when === 'as they come') migrate(db)
    else for (const { versione, sql } of MIGRATIONS) if (versione < 19) db.exec(sql)
    evento(db, 'RISPOSTA', RISPOSTA, { id: 'tolta' })
    evento(db, 'RISPOSTA', { ...RISPOSTA, ms: 9e9 })
    evento(db, 'LIVELLO', { livello: 1, livello_prima: -2 })
    evento(db, 'PREFERITO', { preferiti: true })
    evento(db, 'RISPOSTA', 'no json')
    evento(db, 'RISPOSTA', RISPOSTA, { ts: 'no date' })
    evento(db, 'ANNULLA', { annulla: 'tolta' })
    if (when !== 'as they come') db.exec(MIGRATIONS.find(({ versione }) => versione === 19)?.sql ?? '')
    const kept = steps(db)
    expect(kept.map((s) => ({ ...s, stato: readPasso(s.stato) }))).toEqual([
      { minuto: Date.parse(at) / 60_000, id_domanda: 100_001, stato: { esito: 2, prima: 0, dopo: 1, decimi: 3000 } },
      { minuto: Date.parse(at) / 60_000, id_domanda: 100_001, stato: { esito: 0, prima: 1, dopo: 4, decimi: 0 } },
    ])
    db.close()
  })
})

describe('how practice went [PG1] [PG2]', () => {
  it('of a bank: days, levels of today and subjects', async () => {
    const mondo = await apri()
    for (let n = 0; n < 3; n++) await rispondi(mondo, 2, sbagliata(2))
    await rispondi(mondo, 1, giusta(1))
    const told = value(await mondo.db.readProgressi({ id_concorso: 1, at }))
    expect(told.giorni).toEqual([expect.objectContaining({ giorno: '2026-11-21', risposte: 4, giuste: 1, nuove: 2 })])
    const [banca] = value(await mondo.db.listBanche())
    expect(told.settimane).toEqual([{ lunedi: '2026-11-16', per_livello: banca?.per_livello }])
    expect(told.materie.reduce((sum, m) => sum + m.totale, 0)).toBe(60)
    expect(told.materie.reduce((sum, m) => sum + m.risposte, 0)).toBe(4)
  })

  it('of every bank no levels are added up; an answer taken back is not told', async () => {
    const mondo = await apri()
    const { id_evento } = value(await rispondi(mondo, 1, giusta(1)))
    await rispondi(mondo, 2, giusta(2))
    value(await mondo.db.undo({ id_evento_annullato: id_evento, at: mondo.at(), id_evento: mondo.id() }))
    const told = value(await mondo.db.readProgressi({ id_concorso: null, at }))
    expect(told).toMatchObject({ settimane: [], materie: [] })
    expect(told.giorni.map(({ risposte }) => risposte)).toEqual([1])
  })

  it('a bank that is not here is refused', async () => {
    const { db } = await apri()
    expect(codice(await db.readProgressi({ id_concorso: 99, at }))).toBe('CONCORSO_NON_TROVATO')
  })
})
