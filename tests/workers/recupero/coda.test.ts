import { describe, expect, it } from 'vitest'
import { createDatabase } from '#workers/db/database'
import { appendEvento, type EventoScritto, firstBrokenLink } from '#workers/db/eventi'
import { findIniziate } from '#workers/db/prove/riprendi-consegna'
import { findEventi } from '#workers/db/recupero/eventi-grezzi'
import { Danno } from '#workers/db/recupero/guasto'
import { replayCoda } from '#workers/db/recupero/rigioca'
import { conConnessione } from '../connessioni.ts'
import { apri, creaBanca, giusta, nuovaSeduta, rispondi, serve, UTENTE, valore } from '../mondo.ts'

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
    expect(replayCoda(db, forget(3), bytes)).toMatchObject({ chain: { seq: 4, catena: ultimo.catena }, iniziate: [] })
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

  it('those of the copy of an old database came together: nothing is done', async () => {
    const { mondo, db, log, forget } = await risposto()
    const fine = forget(4)
    const prima = log().length
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
    const copiati = log().slice(prima)
    expect(findEventi(copiati).filter((e) => e.seq > 4)).toHaveLength(2)
    expect(replayCoda(db, forget(4), copiati)).toEqual({ chain: fine, iniziate: [] })
    await mondo.db.close()
  })
})

describe('a delivery that the power cut short', () => {
  /** The answers, and a trial of three places delivered after them. */
  async function consegnato() {
    const cose = await risposto()
    const { mondo, db, of } = cose
    const regole = {
      nome: 'Mie',
      sezioni: [{ nome: 'Tutto', punti: { tipo: 'fissi' as const, corretta: 1, sbagliata: 0, omessa: 0 } }],
    }
    valore(
      await mondo.db.createProva({
        ...nuovaSeduta({ id: 'prova', tipo: 'PROVA_PERSONALIZZATA', at: mondo.at() }),
        scelte: Int32Array.of(100_006, 100_007, 100_008),
        prova: {
          ...{ regole, sezioni: [0, 0, 0], difficolta: [0, 0, 0] },
          ...{ tempo_aggiuntivo: 0, simulazione: null, sfida: null },
        },
      }),
    )
    for (let indice = 0; indice < 3; indice++)
      valore(await mondo.db.stepProva({ id: 'prova', at: mondo.at(), evento: { tipo: 'segna', indice, risposta: 1 } }))
    const consegnata = valore(await mondo.db.deliverProva({ id: 'prova', at: mondo.at() }))
    const eventi = [5, 6, 7].map(of)
    /** As if of the delivery nothing but its first events had become durable. */
    const undo = (eventi: number) => {
      const chain = cose.forget(4 + eventi)
      db.exec(`UPDATE prove SET consegna = NULL, consegnata_ms = NULL;
        UPDATE sedute SET stato = 'in_corso' WHERE id = 'prova';
        DELETE FROM sedute_risposte WHERE id_evento NOT IN (SELECT id FROM eventi)`)
      return chain
    }
    return { ...cose, consegnata, eventi, undo }
  }

  it('is to be ended, with what its events say; after an answer of its own it is damage', async () => {
    const { mondo, db, log, eventi, forget, undo } = await consegnato()
    const bytes = log()
    const chain = undo(0)
    const { iniziate, ...altro } = replayCoda(db, chain, bytes)
    expect(altro).toEqual({ chain })
    expect(iniziate).toEqual([{ id: 'prova', at: eventi[0]?.ts_client, posti: expect.anything() }])
    expect(iniziate[0]?.posti.map(({ indice, risposta }) => [indice, risposta]).sort()).toEqual([
      [0, 1],
      [1, 1],
      [2, 1],
    ])
    const prima = forget(3)
    expect(() => replayCoda(db, prima, bytes)).toThrow(Danno)
    await mondo.db.close()
  })

  it.each([0, 1, 2])(
    'ends as it would have, with %i of its events in the store and a mark that was lost',
    async (n) => {
      const { mondo, db, consegnata, eventi, undo } = await consegnato()
      undo(n)
      db.run("UPDATE prove_voci SET risposta = 2 WHERE id_seduta = 'prova' AND indice < ?", n)
      const { platform } = mondo
      expect(findIniziate(db).map(({ posti }) => posti.length)).toEqual(n === 0 ? [] : [n])
      valore(await mondo.db.close())
      const dopo = createDatabase(platform)
      valore(await dopo.open({ id_utente: UTENTE }))
      expect(valore(await dopo.deliverProva({ id: 'prova', at: eventi[0]?.ts_client as string }))).toEqual(consegnata)
      await dopo.close()
    },
  )
})
