import { describe, expect, it } from 'vitest'
import type { Risposta } from '#contract/schemas'
import { apri, codice, giusta, rispondi, sbagliata, value } from '../mondo.ts'

const id = (posizione: number) => 100_000 + posizione
const SINCE = '2000-01-01T00:00:00.000Z'

/** Answers 1 to 3 and a favourite here; the cloud has 1 at another level, 3 as here, and 9 alone. */
async function apart() {
  const mondo = await apri()
  const { db, at } = mondo
  for (const p of [1, 2, 3]) value(await rispondi(mondo, p, giusta(p)))
  value(await db.setPreferiti({ id_concorso: 1, id_domanda: id(2), preferiti: true, at: at(), id_evento: mondo.id() }))
  const record = async (posizione: number) =>
    value(await db.readDomande({ id_concorso: 1, id_domande: [id(posizione)] }))[0]?.statistica
  const remota = (posizione: number, altro: Partial<Risposta> = {}): Risposta => ({
    id_concorso: 1,
    id_domanda: id(posizione),
    livello_conoscenza: -2,
    data_eseguita: '2026-11-20T09:00:00.000+01:00',
    preferiti: false,
    risposta_gettonata: null,
    modalita: ['ESEGUITA'],
    ...altro,
  })
  const same = { livello_conoscenza: -1 as const, risposta_gettonata: giusta(3) }
  const risposte = [remota(1, { preferiti: true }), remota(3, same), remota(9)]
  const overwrite = async (vince: 'dispositivo' | 'cloud', name = 'c1') =>
    value(await db.overwriteBanca({ id_concorso: 1, risposte, vince, id: name, at: at() }))
  return { mondo, db, at, record, risposte, overwrite }
}

describe('cloud sync by hand [SY8] (D28)', () => {
  it('[SY7] tells what each side has and what either would lose', async () => {
    const { db, risposte } = await apart()
    expect(value(await db.compareCloud({ id_concorso: 1, risposte }))).toEqual({
      dispositivo: { livelli: 3, preferite: 1, ultima: expect.any(String) },
      cloud: { livelli: 3, preferite: 1, ultima: '2026-11-20T09:00:00.000+01:00' },
      cambia: {
        dispositivo: { domande: 3, livelli: 2, preferite: 1 },
        cloud: { domande: 3, livelli: 2, preferite: 1 },
      },
    })
    expect(
      codice(await db.compareCloud({ id_concorso: 1, risposte: [{ ...risposte[0], id_concorso: 2 } as Risposta] })),
    ).toBe('ID_CONCORSO_NON_COINCIDE')
  })

  it('[SY6] [D28] from the cloud: the device is as the cloud, nothing waits, and it can be taken back', async () => {
    const { db, at, record, risposte, overwrite } = await apart()
    const before = await Promise.all([1, 2, 3].map(record))
    await overwrite('cloud')
    expect(await record(1)).toMatchObject({ livello_conoscenza: -2, preferiti: 1, sincronizzata: 1 })
    expect(await record(2)).toMatchObject({ livello_conoscenza: -99, preferiti: 0, data_eseguita: null })
    expect(await record(9)).toMatchObject({ livello_conoscenza: -2 })
    expect(value(await db.countUnsynced()).totale).toBe(0)
    expect(value(await db.compareCloud({ id_concorso: 1, risposte })).cambia.cloud.domande).toBe(0)
    expect(value(await db.listPunti()).map((p) => p.motivo)).toContain('cloud')

    expect(value(await db.listResets({ id_concorso: 1, atto: 'cloud', da: SINCE }))).toMatchObject([
      { id: 'c1', domande: 2 },
    ])
    expect(value(await db.listResets({ id_concorso: 1, atto: 'azzeramento', da: SINCE }))).toEqual([])
    expect(value(await db.restoreReset({ id_concorso: 1, atto: 'cloud', id: 'c1', at: at() })).domande).toBe(2)
    const after = await Promise.all([1, 2, 3].map(record))
    expect(after.map((r) => r?.livello_conoscenza)).toEqual(before.map((r) => r?.livello_conoscenza))
    // A favourite that the cloud brought stays.
    expect(after.map((r) => r?.preferiti)).toEqual([1, 1, 0])
    expect(after[0]).toMatchObject({ sincronizzata: 0 })
    expect(value(await db.listResets({ id_concorso: 1, atto: 'cloud', da: SINCE }))).toEqual([])
  })

  it('to the cloud: what the cloud has otherwise is sent anew, and it can be taken back but for what was answered since', async () => {
    const { mondo, db, at, record, overwrite } = await apart()
    const before = await Promise.all([1, 2, 3].map(record))
    await overwrite('dispositivo')
    const content = (r: Awaited<ReturnType<typeof record>>) => [
      r?.livello_conoscenza,
      r?.preferiti,
      r?.risposta_gettonata,
    ]
    expect((await Promise.all([1, 2, 3].map(record))).map(content)).toEqual(before.map(content))
    const waiting = value(await db.listUnsynced({ id_concorso: 1, limite: 100 }))
    const sent = [...(waiting?.con_livello ?? []), ...(waiting?.altre ?? [])]
    expect(sent.map((r) => r.id_domanda).sort()).toEqual([id(1), id(2), id(3), id(9)])
    expect(sent.find((r) => r.id_domanda === id(9))).toMatchObject({ livello_conoscenza: -99, preferiti: false })
    expect(await overwrite('dispositivo')).toEqual({ domande: 0 })

    value(await rispondi(mondo, 1, sbagliata(1)))
    expect(value(await db.restoreReset({ id_concorso: 1, atto: 'cloud', id: 'c1', at: at() })).domande).toBe(1)
    expect(await record(9)).toMatchObject({ livello_conoscenza: -2, sincronizzata: 0 })
  })
})
