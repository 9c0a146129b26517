import { expect, it } from 'vitest'
import { memoryPlatform } from '#tests/workers/memory'
import type { Driver, Platform } from '#workers/core/platform'
import { createDatabase } from '#workers/store/database'
import {
  type BancaDiProva,
  codice,
  creaBanca,
  giusta,
  orologio,
  rispondi,
  serve,
  UTENTE,
  type Variante,
  value,
} from '../mondo.ts'

/** What another version of the bank may say. */
const versions = async () => {
  const before = await creaBanca({ n: 20, cambia: (d) => (d.posizione === 20 ? { ...d, id_domanda: 100_099 } : d) })
  const changed = await creaBanca({
    n: 22,
    cambia: (d) => {
      if (d.posizione === 2) return { ...d, testo: `${d.testo} Nuovo.` }
      return d.posizione === 3 || d.posizione === 5 ? { ...d, corretta: 1 + ((d.corretta ?? 1) % 2) } : d
    },
  })
  const data_ultimo_aggiornamento = '2030-01-01T00:00:00.000+01:00'
  return { before, after: { ...changed, concorso: { ...changed.concorso, data_ultimo_aggiornamento } } }
}
const CHANGES = { uguali: 16, modificate: 1, chiave_cambiata: 2, aggiunte: 3, tolte: 1, abbassate: 1 }

/** A store that has one version and answers to it, before a server that has both. */
async function withOld(before: BancaDiProva, after: BancaDiProva, wrap: (d: Driver) => Driver = (d) => d) {
  const served = serve(before, after)
  const asked: string[] = []
  const network: { answer: Platform['fetch'] } = { answer: served }
  const base = memoryPlatform({
    fetch: (address, init) => {
      asked.push(address)
      return network.answer(address, init)
    },
  })
  const platform: Platform = { ...base, openDriver: async (id) => wrap(await base.openDriver(id)) }
  const db = createDatabase(platform)
  const at = orologio()
  value(await db.open({ id_utente: UTENTE }))
  value(await db.downloadBanca({ concorso: before.concorso, at: at() }, () => {}))
  const mondo = { db, at, banca: before, platform, id: () => crypto.randomUUID() }
  for (const p of [1, 3]) value(await rispondi(mondo, p, giusta(p)))
  for (const p of [1, 3])
    value(await db.setLivello({ id_concorso: 1, id_domanda: 100_000 + p, livello: 1, at: at(), id_evento: `l${p}` }))
  const seen = async () => ({
    banche: value(await db.listBanche()),
    files: (await base.openDriver(UTENTE)).listBanks(),
    domande: value(await db.readDomande({ id_concorso: 1, id_domande: [100_002, 100_003, 100_099] })),
  })
  const compare = (concorso = after.concorso) => db.compareBanca({ concorso }, () => {})
  const update = () => db.downloadBanca({ concorso: after.concorso, at: at() }, () => {})
  return { db, at, asked, network, served, seen, compare, update }
}

it('[BK9] an update is told before it is made, as it is told after; what came is not asked for twice', async () => {
  const { before, after } = await versions()
  const { db, asked, seen, compare, update } = await withOld(before, after)
  const old = await seen()
  expect(value(await compare())).toEqual(CHANGES)
  expect(await seen()).toEqual(old)
  // Not now: the same question later costs no download, nor does the update.
  expect(value(await compare())).toEqual(CHANGES)
  expect(value(await update()).aggiornamento).toEqual(CHANGES)
  expect(asked.filter((a) => a === after.concorso.url_domande)).toHaveLength(1)
  expect(value(await db.listBanche())).toMatchObject([{ n_domande: 22, versione: after.concorso.versione, stato: 1 }])
  expect(value(await compare())).toBeNull()
})

it('[BK9] nothing is compared, nor downloaded, of a bank that is not here or is the same version with more questions', async () => {
  const { after } = await versions()
  const part = await creaBanca({ n: 22, solo: (p) => p < 6 || p > 18 })
  const whole = await creaBanca({ n: 22 })
  const { db, asked, compare } = await withOld(part, whole)
  const count = asked.length
  expect(value(await compare())).toBeNull()
  value(await db.deleteBanca({ id_concorso: 1, dallaLista: false }))
  expect(value(await compare(after.concorso))).toBeNull()
  expect(asked).toHaveLength(count)
})

it.each(['cancelled', 'cut', 'wrong bytes', 'no room'])(
  '[BK9] [PK6] a comparison that ends %s leaves the old bank',
  async (how) => {
    const { before, after } = await versions()
    const full = { on: false }
    const { db, network, served, seen, compare, update } = await withOld(before, after, (driver) => ({
      ...driver,
      writeBank: async (name, bytes) => {
        if (full.on) throw new DOMException('full', 'QuotaExceededError')
        return driver.writeBank(name, bytes)
      },
    }))
    const old = await seen()
    const half = after.pacchetto.subarray(0, after.pacchetto.length >> 1)
    if (how === 'cancelled')
      network.answer = async (_, init) => {
        const body = new ReadableStream<Uint8Array>({
          start(controller) {
            init.signal?.addEventListener('abort', () => controller.error(new Error('aborted')))
            controller.enqueue(half)
            void db.cancelDownload({ id_concorso: 1 })
          },
        })
        return new Response(body)
      }
    if (how === 'cut') network.answer = async () => new Response(half)
    if (how === 'wrong bytes') network.answer = async () => new Response(new Uint8Array(after.pacchetto.length))
    full.on = how === 'no room'
    const codes: Record<string, string> = {
      cancelled: 'DOWNLOAD_ANNULLATO',
      cut: 'DOWNLOAD_INTERROTTO',
      'wrong bytes': 'PACCHETTO_CORROTTO',
      'no room': 'INDEXEDDB_NOT_ENOUGH_SPACE',
    }
    expect(codice(await compare())).toBe(codes[how])
    expect(await seen()).toEqual(old)
    full.on = false
    network.answer = served
    expect(value(await compare())).toEqual(CHANGES)
    expect(value(await update()).aggiornamento).toEqual(CHANGES)
  },
)

it('[BK9] [PK6] killed while it compares, the next opening has the old bank alone, and the update goes on', async () => {
  const { before, after } = await versions()
  const dying = { on: false }
  const { db, seen, compare, update } = await withOld(before, after, (driver) => ({
    ...driver,
    writeBank: async (name, bytes) => {
      await driver.writeBank(name, bytes)
      if (dying.on) throw new Error('killed')
    },
    // The dead delete nothing.
    deleteBank: (name) => {
      if (!dying.on) driver.deleteBank(name)
    },
  }))
  const old = await seen()
  dying.on = true
  expect(codice(await compare())).not.toBe('ok')
  expect((await seen()).files).toHaveLength(2)
  value(await db.close())
  dying.on = false
  value(await db.open({ id_utente: UTENTE }))
  expect(await seen()).toEqual(old)
  expect(value(await compare())).toEqual(CHANGES)
  expect(value(await update()).aggiornamento).toEqual(CHANGES)
})

it.each<[string, Variante]>([
  ['a demo’s sample', { id_concorso: 1, solo: (p) => p <= 12 }],
  ['a path', { id_concorso: -7 }],
])('[BK9] %s is told by what the device has of it', async (_, which) => {
  const before = await creaBanca({ n: 30, ...which, solo: which.solo ?? ((p) => p <= 29) })
  const after = await creaBanca({
    n: 30,
    ...which,
    solo: (p) => p !== 2 && (which.solo?.(p) ?? true),
    cambia: (d) => (d.posizione === 3 || d.posizione === 20 ? { ...d, testo: `${d.testo} Nuovo.` } : d),
  })
  const platform = memoryPlatform({ fetch: serve(before, after) })
  const db = createDatabase(platform)
  const at = orologio()
  value(await db.open({ id_utente: UTENTE }))
  value(await db.downloadBanca({ concorso: before.concorso, at: at() }, () => {}))
  const changes = value(await db.compareBanca({ concorso: after.concorso }, () => {}))
  const whole = which.solo === undefined
  expect(changes).toEqual({
    uguali: whole ? 26 : 10,
    modificate: whole ? 2 : 1,
    chiave_cambiata: 0,
    aggiunte: whole ? 1 : 0,
    tolte: 1,
    abbassate: 0,
  })
  expect(value(await db.downloadBanca({ concorso: after.concorso, at: at() }, () => {})).aggiornamento).toEqual(changes)
})
