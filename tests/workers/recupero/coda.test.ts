import { describe, expect, it } from 'vitest'
import { appendEvento, type EventoScritto, firstBrokenLink } from '#workers/db/eventi'
import { Danno } from '#workers/db/recupero/guasto'
import { replayCoda } from '#workers/db/recupero/rigioca'
import { conConnessione } from '../connessioni.ts'
import { apri, creaBanca, giusta, nuovaSeduta, rispondi, serve, valore } from '../mondo.ts'

/** A store with four answers, its log as those wrote it, and a way to have forgotten the last ones. */
async function risposto() {
  const { platform, sql } = conConnessione({ fetch: serve(await creaBanca({ n: 30 })) })
  const mondo = await apri({ n: 30 }, platform)
  for (let p = 1; p <= 4; p++) valore(await rispondi(mondo, p, giusta(p)))
  const db = sql()
  const of = (seq: number) => db.get<EventoScritto>('SELECT * FROM eventi WHERE seq = ?', seq) as EventoScritto
  const log = () => {
    const raw = db.raw?.('main', true)
    return raw?.read(0, raw.size()) as Uint8Array<ArrayBuffer>
  }
  const forget = (seq: number) => {
    db.run('DELETE FROM eventi WHERE seq > ?', seq)
    const { dispositivo, catena } = of(seq)
    return { dispositivo, seq, catena }
  }
  return { mondo, db, of, log, forget }
}

describe('events beyond the end of a log', () => {
  it('the next one is done, as it was', async () => {
    const { mondo, db, of, log, forget } = await risposto()
    const bytes = log()
    const ultimo = of(4)
    expect(replayCoda(db, forget(3), bytes)).toMatchObject({ seq: 4, catena: ultimo.catena })
    expect(of(4)).toEqual(ultimo)
    expect(firstBrokenLink(db, ultimo.dispositivo)).toBeNull()
    await mondo.db.close()
  })

  it('one after the next is damage: each was durable before another came', async () => {
    const { mondo, db, log, forget } = await risposto()
    const bytes = log()
    const fine = forget(2)
    expect(() => replayCoda(db, fine, bytes)).toThrow(Danno)
    await mondo.db.close()
  })

  it('those of one transaction say nothing: a delivery, a copy of an old database', async () => {
    const { mondo, db, of, log, forget } = await risposto()
    const scelte = Int32Array.of(100_006, 100_007, 100_008)
    valore(
      await mondo.db.createProva({
        ...nuovaSeduta({ id: 'prova', tipo: 'PROVA_PERSONALIZZATA', at: mondo.at() }),
        scelte,
        prova: {
          regole: {
            nome: 'Mie',
            sezioni: [{ nome: 'Tutto', punti: { tipo: 'fissi', corretta: 1, sbagliata: 0, omessa: 0 } }],
          },
          sezioni: [0, 0, 0],
          difficolta: [0, 0, 0],
          tempo_aggiuntivo: 0,
          simulazione: null,
          sfida: null,
        },
      }),
    )
    for (let indice = 0; indice < 3; indice++)
      valore(await mondo.db.stepProva({ id: 'prova', at: mondo.at(), evento: { tipo: 'segna', indice, risposta: 1 } }))
    valore(await mondo.db.deliverProva({ id: 'prova', at: mondo.at() }))
    expect(of(7)).toBeDefined()
    const consegnata = log()
    const fine = forget(4)
    expect(replayCoda(db, fine, consegnata)).toEqual(fine)

    db.transaction(() => {
      let chain = fine
      for (const [i, id_domanda] of [100_009, 100_010].entries())
        chain = appendEvento(db, chain, {
          id: `v9-${i}`,
          id_concorso: 1,
          id_domanda,
          tipo: 'PREFERITO',
          dati: { preferiti: true, origine: 'concorsi' },
          ts_client: mondo.at(),
          versione_banca: null,
        })
    })
    const copiata = log().slice(consegnata.length)
    expect(replayCoda(db, forget(4), copiata)).toEqual(fine)
    await mondo.db.close()
  })
})
