import { describe, expect, it } from 'vitest'
import { type Copia, copiaFile } from '#contract/copia'
import { parseWith } from '#contract/parse'
import { formatIso, instantOf } from '#rules/dates'
import { memoryPlatform } from '#tests/workers/memory'
import type { Platform } from '#workers/core/platform'
import {
  apri,
  codice,
  creaBanca,
  giusta,
  type Mondo,
  nuovaSeduta,
  rispondi,
  sbagliata,
  serve,
  UTENTE,
  value,
} from '../mondo.ts'

const id = (posizione: number) => 100_000 + posizione
/** Published without a key. */
const SENZA = 7

const exported = async ({ db, at }: Mondo) => value(await db.exportCopia({ at: at() }))
const contents = async (mondo: Mondo) => (JSON.parse(await exported(mondo)) as Copia).dati
const record = async ({ db }: Mondo, posizione: number) =>
  value(await db.readDomande({ id_concorso: 1, id_domande: [id(posizione)] }))[0]?.statistica

/** Somebody who did one of everything. */
async function practised(): Promise<Mondo> {
  const mondo = await apri()
  const { db, at } = mondo
  value(await db.createSeduta(nuovaSeduta({ at: at() })))
  const given = { id_concorso: 1, modalita: 'ESEGUITA' as const }
  const place = { id_seduta: 'seduta-1', indice: 0 }
  value(await db.answer({ ...given, ...place, id_domanda: id(1), risposta: giusta(1), at: at(), id_evento: 'a1' }))
  value(await rispondi(mondo, 2, sbagliata(2)))
  value(await rispondi(mondo, 3, giusta(3)))
  value(
    await db.answer({
      ...given,
      id_seduta: null,
      indice: null,
      id_domanda: id(4),
      risposta: 1,
      at: at(),
      id_evento: 'a4',
    }),
  )
  value(await db.undo({ id_evento_annullato: 'a4', at: at(), id_evento: 'u4' }))
  value(await db.setPreferiti({ id_concorso: 1, id_domanda: id(5), preferiti: true, at: at(), id_evento: 'p5' }))
  value(await db.assignChiave({ id_concorso: 1, id_domanda: id(SENZA), risposta: 2, at: at() }))
  value(await db.saveNota({ id_concorso: 1, id_domanda: id(2), testo: 'Ricorda: art. 3', at: at() }))
  value(await db.saveFiltro({ id: 'f', nome: 'Mie', filtro: {}, ordine: 'UFFICIALE', creato: at() }))
  return mondo
}

describe('a copy of the person’s own work', () => {
  it('has the shape that the contract says', async () => {
    expect(parseWith(copiaFile, JSON.parse(await exported(await practised()))).ok).toBe(true)
  })

  it('brings all of it to a device that has nothing, and tells beforehand in numbers what it will', async () => {
    const mondo = await practised()
    const testo = await exported(mondo)
    const other = await apri()
    const untouched = await contents(other)
    const preview = value(await other.db.previewCopia({ testo }))
    expect(preview).toMatchObject({
      altro_account: false,
      contiene: { risposte: 3, preferite: 1, sedute: 1, note: 1, ricerche: 1, modelli: 0, chiavi: 1 },
    })
    expect(preview.nuove).toEqual(preview.contiene)
    expect(await contents(other)).toEqual(untouched)
    expect(value(await other.db.importCopia({ testo, id: 'c', at: other.at() }))).toEqual(preview.nuove)
    for (const p of [1, 2, 3, 4, 5]) {
      const mine = await record(mondo, p)
      const theirs = await record(other, p)
      expect(theirs).toEqual({
        ...mine,
        isLevelUpdated: theirs?.isLevelUpdated,
        isPreferitiUpdated: theirs?.isPreferitiUpdated,
      })
    }
    expect(value(await other.db.completamento({ id_concorso: 1 }))).toEqual(
      value(await mondo.db.completamento({ id_concorso: 1 })),
    )
    const at = other.at()
    const progress = async (m: Mondo) => value(await m.db.readProgressi({ id_concorso: 1, at }))
    expect(await progress(other)).toEqual(await progress(mondo))
    expect(value(await other.db.readNota({ id_domanda: id(2) }))).toBe('Ricorda: art. 3')
    expect(value(await other.db.readSeduta({ id: 'seduta-1' }))).toEqual(
      value(await mondo.db.readSeduta({ id: 'seduta-1' })),
    )
    expect(value(await other.db.countUnsynced()).totale).toBe(value(await mondo.db.countUnsynced()).totale)
  })

  it('adds nothing where it was made, nor the second time', async () => {
    const mondo = await practised()
    const testo = await exported(mondo)
    const before = await contents(mondo)
    const none = value(await mondo.db.importCopia({ testo, id: 'c', at: mondo.at() }))
    expect(new Set(Object.values(none))).toEqual(new Set([0]))
    expect(await contents(mondo)).toEqual(before)
    const other = await apri()
    value(await other.db.importCopia({ testo, id: 'c', at: other.at() }))
    const once = await contents(other)
    expect(new Set(Object.values(value(await other.db.importCopia({ testo, id: 'd', at: other.at() }))))).toEqual(
      new Set([0]),
    )
    expect(await contents(other)).toEqual(once)
  })

  it('keeps what was answered here after it was made', async () => {
    const mondo = await practised()
    const testo = await exported(mondo)
    value(await rispondi(mondo, 2, giusta(2)))
    value(await mondo.db.saveNota({ id_concorso: 1, id_domanda: id(2), testo: 'Nuova', at: mondo.at() }))
    const now = await record(mondo, 2)
    value(await mondo.db.importCopia({ testo, id: 'c', at: mondo.at() }))
    expect(await record(mondo, 2)).toEqual(now)
    expect(value(await mondo.db.readNota({ id_domanda: id(2) }))).toBe('Nuova')
  })

  it('leaves a store that a check of every byte finds whole, and that opens again', async () => {
    const testo = await exported(await practised())
    const other = await apri()
    const own = { id_concorso: 1, modalita: 'ESEGUITA' as const, id_seduta: null, indice: null, risposta: 1 }
    value(await other.db.answer({ ...own, id_domanda: id(8), at: other.at(), id_evento: 'mine-1' }))
    value(await other.db.importCopia({ testo, id: 'c', at: other.at() }))
    value(await other.db.answer({ ...own, id_domanda: id(10), at: other.at(), id_evento: 'mine-2' }))
    const { recupero } = value(await other.db.verifyArchivio({ at: other.at(), completa: true }))
    expect(recupero).toBeNull()
    expect((await contents(other)).eventi).toHaveLength(8)
  })

  it.each([
    ['no JSON', () => 'non sono una copia'],
    ['cut short', (testo: string) => testo.slice(0, -20)],
    ['another file', () => '{"nome":"regole"}'],
    ['nothing at all', () => 'null'],
    ['a version to come', (testo: string) => testo.replace('"versione":1,', '"versione":2,')],
    ['a level changed by hand', (testo: string) => testo.replace('"livello_conoscenza":-2', '"livello_conoscenza":1')],
    ['one event less', (testo: string) => testo.replace(/\{"id":"a1".*?\},/, '')],
  ])('changes nothing when it is damaged or another file: %s', async (_, spoil) => {
    const testo = await exported(await practised())
    const spoilt = spoil(testo)
    expect(spoilt).not.toBe(testo)
    const other = await apri()
    const before = await contents(other)
    expect(codice(await other.db.previewCopia({ testo: spoilt }))).toBe('COPIA_NON_VALIDA')
    expect(codice(await other.db.importCopia({ testo: spoilt, id: 'c', at: other.at() }))).toBe('COPIA_NON_VALIDA')
    expect(await contents(other)).toEqual(before)
  })
})

describe('lists for other programs', () => {
  it('tells every answer that stands, in the words that were chosen', async () => {
    const listed = value(await (await practised()).db.listRisposteDate())
    expect(listed.map(({ id_ufficiale, esito }) => [id_ufficiale, esito])).toEqual([
      ['Q1', 'corretta'],
      ['Q2', 'errata'],
      ['Q3', 'corretta'],
    ])
    expect(listed[0]).toMatchObject({ concorso: 'Concorso 1', risposta: 'art. 21-bis' })
    expect(listed[0]?.testo).toMatch(/^Quesito 1:/)
  })

  it('tells what is to be repeated, and the favourites', async () => {
    const listed = value(await (await practised()).db.listDaRipetere())
    expect(listed.map((d) => d.indice_uff)).toEqual([1, 2, 3, 5])
  })

  it('tells answers to a bank that is gone by what the event holds', async () => {
    const mondo = await practised()
    value(await mondo.db.deleteBanca({ id_concorso: 1, dallaLista: true }))
    expect(value(await mondo.db.listRisposteDate())[0]).toMatchObject({ concorso: '1', testo: null, risposta: null })
    expect(value(await mondo.db.listDaRipetere())).toEqual([])
  })
})

describe('restore points', () => {
  it('goes back to one after a reset, keeps what was answered, and can come back from there', async () => {
    const mondo = await practised()
    const { db, at } = mondo
    const levels = async () =>
      (await Promise.all([1, 2, 3, 5].map((p) => record(mondo, p)))).map((r) => r?.livello_conoscenza)
    const before = await levels()
    value(await db.resetStatistiche({ id_concorso: 1, materie: null, id: 'r', at: at() }))
    value(await rispondi(mondo, 10, giusta(10)))
    const [point] = value(await db.listPunti())
    expect(point).toMatchObject({ motivo: 'azzeramento', contiene: { risposte: 3, preferite: 1, note: 1, chiavi: 1 } })
    const testo = value(await db.readPunto({ nome: point?.nome ?? '' }))
    expect(parseWith(copiaFile, JSON.parse(testo)).ok).toBe(true)
    value(await db.restoreCopia({ testo, id: 'back', at: at() }))
    expect(await levels()).toEqual(before)
    expect((await record(mondo, 5))?.preferiti).toBe(1)
    expect((await record(mondo, 10))?.livello_conoscenza).toBe(-99)
    expect(value(await db.listRisposteDate())).toHaveLength(4)
    const [way] = value(await db.listPunti())
    expect(way?.motivo).toBe('ripristino')
    value(await db.restoreCopia({ testo: value(await db.readPunto({ nome: way?.nome ?? '' })), id: 'again', at: at() }))
    expect((await record(mondo, 10))?.livello_conoscenza).toBe(-1)
    expect(await levels()).toEqual([-99, -99, -99, -99])
    const { recupero } = value(await db.verifyArchivio({ at: at(), completa: true }))
    expect(recupero).toBeNull()
  })

  it('is read on another device, with every answer up to its moment', async () => {
    const mondo = await practised()
    value(await mondo.db.resetStatistiche({ id_concorso: 1, materie: null, id: 'r', at: mondo.at() }))
    const [point] = value(await mondo.db.listPunti())
    const testo = value(await mondo.db.readPunto({ nome: point?.nome ?? '' }))
    const other = await apri()
    expect(value(await other.db.importCopia({ testo, id: 'c', at: other.at() }))).toMatchObject({
      risposte: 3,
      preferite: 1,
    })
    expect((await record(other, 2))?.livello_conoscenza).toBe(-2)
  })

  it('keeps the last twenty acts for thirty days, and makes one a day, seven of them', async () => {
    const mondo = await practised()
    const { db } = mondo
    for (let n = 0; n < 22; n++)
      value(await db.resetStatistiche({ id_concorso: 1, materie: [11], id: `r${n}`, at: mondo.at() }))
    expect(value(await db.listPunti())).toHaveLength(20)
    for (const _ of [1, 2]) value(await db.verifyArchivio({ at: mondo.at(), completa: true }))
    const kinds = async () => value(await db.listPunti()).map((p) => p.motivo)
    expect((await kinds()).filter((m) => m === 'giorno')).toHaveLength(1)
    for (let day = 1; day <= 32; day++) {
      const at = formatIso(instantOf(mondo.at()) + day * 86_400_000, 60)
      value(await db.verifyArchivio({ at, completa: true }))
    }
    expect(new Set(await kinds())).toEqual(new Set(['giorno']))
    expect(await kinds()).toHaveLength(7)
  })

  it('an act whose point finds no room is refused whole, and nothing of the point is left', async () => {
    const room = { left: Number.POSITIVE_INFINITY }
    const banca = await creaBanca()
    const plain = memoryPlatform({ fetch: serve(banca) })
    const platform: Platform = {
      ...plain,
      openFiles: async (id_utente) => {
        const files = await plain.openFiles(id_utente)
        return {
          ...files,
          list: () => files.list(),
          blob: (name) => files.blob(name),
          remove: (name) => files.remove(name),
          open: async (name) => {
            const file = await files.open(name)
            return {
              getSize: () => file.getSize(),
              read: (into, at) => file.read(into, at),
              truncate: (size) => file.truncate(size),
              flush: () => file.flush(),
              close: () => file.close(),
              write: (bytes, at) => file.write(bytes.slice(0, room.left), at),
            }
          },
        }
      },
    }
    const mondo = await apri({}, platform)
    const { db, at } = mondo
    value(await rispondi(mondo, 1, giusta(1)))
    const before = await contents(mondo)
    room.left = 100
    const reset = () => db.resetStatistiche({ id_concorso: 1, materie: null, id: 'r', at: at() })
    expect(codice(await reset())).toBe('INDEXEDDB_NOT_ENOUGH_SPACE')
    expect(await contents(mondo)).toEqual(before)
    expect(value(await db.listPunti())).toEqual([])
    room.left = Number.POSITIVE_INFINITY
    value(await reset())
    const [point] = value(await db.listPunti()).filter((p) => p.motivo === 'azzeramento')
    expect(point?.contiene).toMatchObject({ risposte: 1, livelli: 1 })
    expect(codice(await db.readPunto({ nome: point?.nome ?? '' }))).toBe('ok')
  })

  it('that is damaged or gone changes nothing, and says so', async () => {
    const mondo = await practised()
    const { db } = mondo
    value(await db.resetStatistiche({ id_concorso: 1, materie: null, id: 'r', at: mondo.at() }))
    const [point] = value(await db.listPunti())
    const nome = point?.nome ?? ''
    const files = await mondo.platform.openFiles(UTENTE)
    const file = await files.open(nome)
    file.write(new TextEncoder().encode('x'), { at: file.getSize() - 40 })
    file.close()
    expect(codice(await db.readPunto({ nome }))).toBe('COPIA_NON_VALIDA')
    expect(codice(await db.readPunto({ nome: 'punto.mai' }))).toBe('COPIA_NON_VALIDA')
    const now = await contents(mondo)
    expect(codice(await db.restoreCopia({ testo: 'x', id: 'back', at: mondo.at() }))).toBe('COPIA_NON_VALIDA')
    expect(await contents(mondo)).toEqual(now)
    expect(value(await db.listPunti())).toHaveLength(1)
  })
})
