import { describe, expect, it } from 'vitest'
import type { StoreContext } from '#workers/core/context'
import { Corruption } from '#workers/core/corruption'
import { appendEvento, type EventoScritto } from '#workers/core/events'
import { deliverProva } from '#workers/prove/deliver'
import { endDeliveries, findBegun, groupBegun } from '#workers/prove/finish-deliveries'
import { readProva } from '#workers/prove/row'
import { findEventi } from '#workers/recovery/raw-events'
import { replayTail } from '#workers/recovery/replay'
import { createDatabase } from '#workers/store/database'
import { firstBrokenLink } from '../chain.ts'
import { conConnessione } from '../engine/connections.ts'
import { apri, creaBanca, giusta, nuovaSeduta, rispondi, serve, UTENTE, value } from '../mondo.ts'

/** A store with four answers, its log as those wrote it, and a way to have forgotten the last ones. */
async function risposto() {
  const { platform, sql } = conConnessione({ fetch: serve(await creaBanca({ n: 30 })) })
  const mondo = await apri({ n: 30 }, platform)
  for (let p = 1; p <= 4; p++) value(await rispondi(mondo, p, giusta(p)))
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

/** Bytes in which no event has that id any more. */
function without(bytes: Uint8Array<ArrayBuffer>, id = ''): Uint8Array<ArrayBuffer> {
  const copy = Buffer.from(bytes)
  for (let at = copy.indexOf(id); at >= 0; at = copy.indexOf(id, at + 1)) copy[at] = 0
  return new Uint8Array(copy)
}

describe('events beyond the end of a log', () => {
  it('the next one is done, as it was', async () => {
    const { mondo, db, of, log, forget } = await risposto()
    const bytes = log()
    const ultimo = of(4)
    expect(replayTail(db, forget(3), bytes)).toMatchObject({ chain: { seq: 4, catena: ultimo.catena }, begun: [] })
    expect(of(4)).toEqual(ultimo)
    expect(firstBrokenLink(db, ultimo.dispositivo)).toBeNull()
    await mondo.db.close()
  })

  it('one after the next is damage: each was durable before another came', async () => {
    const { mondo, db, log, forget } = await risposto()
    const bytes = log()
    const end = forget(2)
    expect(() => replayTail(db, end, bytes)).toThrow(Corruption)
    await mondo.db.close()
  })

  it('one beyond a damaged one is damage', async () => {
    const { mondo, db, of, log, forget } = await risposto()
    const bytes = without(log(), of(3).id)
    expect(findEventi(bytes).map(({ seq }) => seq)).not.toContain(3)
    const end = forget(2)
    expect(() => replayTail(db, end, bytes)).toThrow('events lie beyond a gap of the log')
    await mondo.db.close()
  })

  it('one that does not go on from the chain, or of which there are two, is not done', async () => {
    const { mondo, db, of, log, forget } = await risposto()
    const bytes = log()
    const altra = { ...forget(3), catena: of(2).catena }
    expect(replayTail(db, altra, bytes)).toEqual({ chain: altra, begun: [] })
    // The power cut two attempts: neither had been acknowledged.
    const before = forget(3)
    appendEvento(db, before, {
      ...{ id: 'altro', id_concorso: 1, id_domanda: 100_009, tipo: 'PREFERITO', dati: { preferiti: true } },
      ...{ ts_client: mondo.at(), versione_banca: null },
    })
    const entrambi = log()
    forget(3)
    expect(replayTail(db, before, entrambi)).toEqual({ chain: before, begun: [] })
    await mondo.db.close()
  })

  it('those of the copy of an old database came together: nothing is done', async () => {
    const { mondo, db, log, forget } = await risposto()
    const end = forget(4)
    const before = log().length
    db.transaction(() => {
      let chain = end
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
    const copiati = log().slice(before)
    expect(findEventi(copiati).filter((e) => e.seq > 4)).toHaveLength(2)
    expect(replayTail(db, forget(4), copiati)).toEqual({ chain: end, begun: [] })
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
    value(
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
      value(await mondo.db.stepProva({ id: 'prova', at: mondo.at(), evento: { tipo: 'segna', indice, risposta: 1 } }))
    const consegnata = value(await mondo.db.deliverProva({ id: 'prova', at: mondo.at() }))
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
    const { begun, ...other } = replayTail(db, chain, bytes)
    expect(other).toEqual({ chain })
    expect(begun).toEqual([{ id: 'prova', at: eventi[0]?.ts_client, posti: expect.anything() }])
    expect(begun[0]?.posti.map(({ indice, risposta }) => [indice, risposta]).sort()).toEqual([
      [0, 1],
      [1, 1],
      [2, 1],
    ])
    const before = forget(3)
    expect(() => replayTail(db, before, bytes)).toThrow(Corruption)
    await mondo.db.close()
  })

  it('is of another time after anything else: it does not go on from that, or is older', async () => {
    const { mondo, db, log, eventi, undo } = await consegnato()
    const bytes = log()
    const chain = undo(0)
    const append = (ts_client: string) =>
      appendEvento(db, chain, {
        ...{ id: 'altro', id_concorso: 1, id_domanda: 100_009, tipo: 'PREFERITO', dati: { preferiti: true } },
        ...{ ts_client, versione_banca: null },
      })
    const presto = append('2020-01-01T00:00:00.000+01:00')
    expect(replayTail(db, presto, bytes)).toEqual({ chain: presto, begun: [] })
    undo(0)
    // The event that would show that it does not go on is damaged.
    const rotti = without(bytes, eventi[1]?.id)
    const tardi = append(mondo.at())
    expect(findEventi(rotti).some(({ seq }) => seq === 7)).toBe(true)
    expect(replayTail(db, tardi, rotti)).toEqual({ chain: tardi, begun: [] })
    await mondo.db.close()
  })

  it('ends after the answer before it, whose own transaction was lost too, with its first event damaged', async () => {
    const { mondo, db, log, eventi, undo, forget } = await consegnato()
    const bytes = without(log(), eventi[0]?.id)
    undo(0)
    const { chain, begun } = replayTail(db, forget(3), bytes)
    expect(chain.seq).toBe(4)
    expect(begun.map(({ id }) => id)).toEqual(['prova'])
    await mondo.db.close()
  })

  it('of two, the first refused and the second cut short, the second counts', async () => {
    const { mondo, db, log, undo } = await consegnato()
    const chain = undo(0)
    value(await mondo.db.stepProva({ id: 'prova', at: mondo.at(), evento: { tipo: 'segna', indice: 2, risposta: 2 } }))
    const at = mondo.at()
    const bank = { id_concorso: 1, alias: 'b1', versione: mondo.banca.concorso.versione }
    deliverProva({ db, chain, attached: new Map([[1, bank]]) } as unknown as StoreContext, { id: 'prova', at })
    const { begun } = replayTail(db, undo(0), log())
    expect(begun.map((una) => una.at)).toEqual([at])
    expect(new Map(begun[0]?.posti.map(({ indice, risposta }) => [indice, risposta]))).toEqual(
      new Map([
        [0, 1],
        [1, 1],
        [2, 2],
      ]),
    )
    await mondo.db.close()
  })

  it('the later of two counts, in whatever order they lie', () => {
    const place = (at: string, risposta: number) => ({ id: 'prova', indice: 0, risposta, ms: null, at })
    const [before, after] = [place('2026-11-23T10:00:00.000+01:00', 1), place('2026-11-23T09:30:00.000Z', 2)]
    for (const rows of [
      [before, after, after],
      [after, before, after],
    ])
      expect(groupBegun(rows)).toMatchObject([{ at: after.at, posti: [{ risposta: 2 }, { risposta: 2 }] }])
  })

  it('left open with one of its events, what is marked since is what counts', async () => {
    const { mondo, undo } = await consegnato()
    undo(1)
    value(await mondo.db.close())
    const db = createDatabase(mondo.platform)
    value(await db.open({ id_utente: UTENTE }))
    value(await db.stepProva({ id: 'prova', at: mondo.at(), evento: { tipo: 'segna', indice: 0, risposta: 2 } }))
    const { voci, stato } = value(await db.deliverProva({ id: 'prova', at: mondo.at() }))
    expect(stato).toBe('consegnata')
    expect(voci.map(({ risposta }) => risposta)).toEqual([2, 1, 1])
    await db.close()
  })

  it('takes what its events say for marked, with their time', async () => {
    const { mondo, db, log, consegnata, undo } = await consegnato()
    const bytes = log()
    const { chain, begun } = replayTail(db, undo(0), bytes)
    db.run("UPDATE prove_voci SET risposta = 2, ms = 5 WHERE id_seduta = 'prova' AND indice = 1")
    const bank = { id_concorso: 1, alias: 'b1', versione: mondo.banca.concorso.versione }
    const a = { db, chain, attached: new Map([[1, bank]]) } as unknown as StoreContext
    endDeliveries(a, begun)
    expect(readProva(a, { id: 'prova', at: mondo.at() })).toEqual(consegnata)
    await mondo.db.close()
  })

  it.each([0, 1, 2])(
    'ends as it would have, with %i of its events in the store and a mark that was lost',
    async (n) => {
      const { mondo, db, consegnata, eventi, undo } = await consegnato()
      undo(n)
      db.run("UPDATE prove_voci SET risposta = 2 WHERE id_seduta = 'prova' AND indice < ?", n)
      const { platform } = mondo
      expect(findBegun(db).map(({ posti }) => posti.length)).toEqual(n === 0 ? [] : [n])
      value(await mondo.db.close())
      const after = createDatabase(platform)
      value(await after.open({ id_utente: UTENTE }))
      expect(value(await after.deliverProva({ id: 'prova', at: eventi[0]?.ts_client as string }))).toEqual(consegnata)
      await after.close()
    },
  )
})
