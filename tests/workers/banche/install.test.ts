import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { DownloadProgress } from '#contract/database'
import type { ConcorsoScaricabile } from '#contract/schemas'
import { hashHex } from '#importers/package/hash'
import { buildManifest } from '#importers/package/manifest'
import { writePackage } from '#importers/package/write-package'
import { writeZip, type ZipEntry } from '#importers/package/zip'
import { memoryPlatform } from '#tests/workers/memory'
import { openZip } from '#workers/banche/zip'
import type { Platform } from '#workers/core/platform'
import { createDatabase } from '#workers/store/database'
import { pngOf } from '../../importers/pictures.ts'
import { type BancaDiProva, codice, creaBanca, orologio, PNG, raccolta, serve, UTENTE, value } from '../mondo.ts'

async function vuoto(fetch: Platform['fetch'], altro: Partial<Platform> = {}) {
  const platform = memoryPlatform({ fetch, ...altro })
  const db = createDatabase(platform)
  value(await db.open({ id_utente: UTENTE }))
  const at = orologio()
  const scaricaBanca = (concorso: ConcorsoScaricabile, onProgress: (a: DownloadProgress) => void = () => {}) =>
    db.downloadBanca({ concorso, at: at() }, onProgress)
  return { db, platform, at, scaricaBanca }
}

/** The bank with another package. */
const con = (banca: BancaDiProva, pacchetto: Uint8Array): BancaDiProva => ({
  ...banca,
  pacchetto: new Uint8Array(pacchetto),
  concorso: { ...banca.concorso, hash_domande: hashHex(pacchetto), dimensione_zip: pacchetto.length },
})

const zip = (...voci: ZipEntry[]) => writeZip(voci)
const testo = (t: string) => new TextEncoder().encode(t)

describe('download of a bank', () => {
  it('[PK4] [PK6] tells its phases with the bytes, then the bank is there', async () => {
    const banca = await creaBanca({ conImmagini: true })
    const { db, platform, scaricaBanca } = await vuoto(serve(banca))
    const { tutti, onAvanzamento: onProgress } = raccolta()
    const locale = value(await scaricaBanca(banca.concorso, onProgress))
    expect([...new Set(tutti.map((a) => a.fase))]).toEqual(['domande', 'immagini', 'verifica', 'registrazione'])
    const ultima = tutti.filter((a) => a.fase === 'domande').at(-1)
    expect(ultima).toEqual({ fase: 'domande', ricevuti: banca.pacchetto.length, totali: banca.pacchetto.length })
    expect(locale).toMatchObject({ stato: 1, con_immagini: true })
    expect(locale.dimensione).toBeGreaterThan(banca.immagini!.length)
    const { totale } = value(await db.countDomande({ filtro: { id_concorso: 1, conImmagine: true } }))
    expect(totale).toBe(10)
    const files = await platform.openFiles(UTENTE)
    expect(await files.list()).toHaveLength(1)
  })

  it('[PK8] an image is read from the zip on demand, by its exact name', async () => {
    const banca = await creaBanca({ conImmagini: true })
    const { db, scaricaBanca } = await vuoto(serve(banca))
    value(await scaricaBanca(banca.concorso))
    const immagine = value(await db.readImmagine({ id_concorso: 1, nome: '6.png' }))
    expect(immagine.tipo).toBe('image/png')
    expect([...immagine.byte]).toEqual([...PNG])
    expect(codice(await db.readImmagine({ id_concorso: 1, nome: '7.png' }))).toBe('IMMAGINE_NON_DISPONIBILE')
    expect(codice(await db.readImmagine({ id_concorso: 2, nome: '6.png' }))).toBe('IMMAGINE_NON_DISPONIBILE')
  })

  it.each([
    ['neither PNG nor JPEG', testo('<svg/>'), 'TIPO_IMMAGINE_ERRATO'],
    ['of more pixels than a phone can draw', pngOf(20_000, 20_000), 'IMMAGINE_NON_DISPONIBILE'],
  ])('an image %s is refused before the page draws it', async (_, byte, refusal) => {
    const banca = await creaBanca()
    const immagini = new Uint8Array(zip({ nome: '6.png', byte }))
    const url_immagini = 'https://prova/immagini'
    const concorso = {
      ...banca.concorso,
      url_immagini,
      hash_immagini: hashHex(immagini),
      dimensione_immagini: immagini.length,
    }
    const { db, scaricaBanca } = await vuoto(serve({ ...banca, concorso, immagini }))
    value(await scaricaBanca(concorso))
    expect(codice(await db.readImmagine({ id_concorso: 1, nome: '6.png' }))).toBe(refusal)
  })

  it('the same bank again asks the server nothing', async () => {
    const banca = await creaBanca({ conImmagini: true })
    let richieste = 0
    const risposte = serve(banca)
    const { scaricaBanca } = await vuoto((address, init) => {
      richieste++
      return risposte(address, init)
    })
    const before = value(await scaricaBanca(banca.concorso))
    expect(value(await scaricaBanca(banca.concorso))).toEqual(before)
    expect(richieste).toBe(2)
  })

  it('two calls at once are one download', async () => {
    const banca = await creaBanca()
    let richieste = 0
    const risposte = serve(banca)
    const { scaricaBanca } = await vuoto((address, init) => {
      richieste++
      return risposte(address, init)
    })
    const [a, b] = await Promise.all([scaricaBanca(banca.concorso), scaricaBanca(banca.concorso)])
    expect(value(a)).toEqual(value(b))
    expect(richieste).toBe(1)
  })

  it('cancelled it answers DOWNLOAD_ANNULLATO, leaves no bank and resumes from what arrived', async () => {
    const banca = await creaBanca({ n: 600 })
    const ranges: (string | null)[] = []
    let hang = true
    const { db, platform, scaricaBanca } = await vuoto(async (_, init) => {
      const range = new Headers(init.headers).get('range')
      ranges.push(range)
      const from = Number(/\d+/.exec(range ?? '')?.[0] ?? 0)
      if (!hang) {
        const headers = { 'content-range': `bytes ${from}-${banca.pacchetto.length - 1}/${banca.pacchetto.length}` }
        return new Response(banca.pacchetto.subarray(from), { status: from > 0 ? 206 : 200, headers })
      }
      let sent = false
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          init.signal?.addEventListener('abort', () => controller.error(new Error('aborted')))
        },
        pull(controller) {
          if (!sent) controller.enqueue(banca.pacchetto.subarray(0, 5000))
          else stopping ??= db.cancelDownload({ id_concorso: 1 })
          sent = true
        },
      })
      return new Response(body, { headers: { etag: '"p"' } })
    })
    let stopping: Promise<unknown> | undefined
    const stopped = await scaricaBanca(banca.concorso)
    await stopping
    expect(codice(stopped)).toBe('DOWNLOAD_ANNULLATO')
    expect(value(await db.listBanche())).toEqual([])
    expect(await (await platform.openFiles(UTENTE)).list()).toHaveLength(1)
    hang = false
    value(await scaricaBanca(banca.concorso))
    expect(ranges).toEqual([null, 'bytes=5000-'])
  })

  it('[BK11] an update keeps every level; a question whose right answer is another one goes back to RIPETILE, with its event', async () => {
    const before = await creaBanca({ n: 20 })
    const changed = await creaBanca({
      n: 20,
      cambia: (d) => (d.posizione === 3 || d.posizione === 5 ? { ...d, corretta: 1 + ((d.corretta ?? 1) % 2) } : d),
    })
    const after = {
      ...changed,
      concorso: { ...changed.concorso, data_ultimo_aggiornamento: '2030-01-01T00:00:00.000+01:00' },
    }
    const { db, at, scaricaBanca } = await vuoto(serve(before, after))
    value(await scaricaBanca(before.concorso))
    const livello = (posizione: number, quale: 0 | 1 | -2) =>
      db.setLivello({
        id_concorso: 1,
        id_domanda: 100_000 + posizione,
        livello: quale,
        at: at(),
        id_evento: `evento-${posizione}`,
      })
    for (const posizione of [1, 3]) value(await livello(posizione, 1))
    value(await livello(4, 0))
    value(await livello(5, -2))
    const counts = async () => value(await db.listBanche())[0]?.per_livello
    expect(await counts()).toMatchObject({ 1: 2, 0: 1, [-1]: 0, [-2]: 1 })
    const { aggiornamento } = value(await scaricaBanca(after.concorso))
    expect(await counts()).toMatchObject({ 1: 1, 0: 1, [-1]: 1, [-2]: 1 })
    expect(aggiornamento).toEqual({
      uguali: 18,
      modificate: 0,
      chiave_cambiata: 2,
      aggiunte: 0,
      tolte: 0,
      abbassate: 1,
    })
    expect(value(await scaricaBanca(after.concorso)).aggiornamento).toBeUndefined()
  })

  it('an update tells what it changed: words, keys, questions that came and went; an answer written anew is no other key', async () => {
    const before = await creaBanca({ n: 20, cambia: (d) => (d.posizione === 20 ? { ...d, id_domanda: 100_099 } : d) })
    const after = await creaBanca({
      n: 22,
      cambia: (d) => {
        if (d.posizione === 2) return { ...d, testo: `${d.testo} Nuovo.` }
        if (d.posizione === 3) return { ...d, risposte: d.risposte.map((r) => `${r} `) }
        if (d.posizione === 4)
          return { ...d, risposte: [...d.risposte].reverse(), corretta: d.corretta && 3 - d.corretta }
        return d.posizione === 6 ? { ...d, corretta: 2 } : d
      },
    })
    const { scaricaBanca } = await vuoto(serve(before, after))
    expect(value(await scaricaBanca(before.concorso)).aggiornamento).toBeUndefined()
    const { aggiornamento } = value(await scaricaBanca(after.concorso))
    expect(aggiornamento).toEqual({
      uguali: 15,
      modificate: 3,
      chiave_cambiata: 1,
      aggiunte: 3,
      tolte: 1,
      abbassate: 0,
    })
  })

  it('[PK6] an update that fails leaves the old bank as it was', async () => {
    const before = await creaBanca({ n: 20 })
    const after = await creaBanca({ n: 30 })
    const rotta = con(after, after.pacchetto.subarray(0, after.pacchetto.length - 30))
    const { db, scaricaBanca } = await vuoto(serve(before, rotta))
    const locale = value(await scaricaBanca(before.concorso))
    expect(codice(await scaricaBanca(rotta.concorso))).toBe('PACCHETTO_CORROTTO')
    expect(value(await db.listBanche())).toEqual([locale])
    expect(value(await db.countDomande({ filtro: { id_concorso: 1 } })).totale).toBe(20)
  })

  it('[PK5] [PK10] packages that lie are refused and leave nothing', async () => {
    const banca = await creaBanca({ n: 12 })
    const other = await creaBanca({ id_concorso: 2, n: 12 })
    const entries = await openZip(new Blob([banca.pacchetto]), {
      entries: 2,
      entry: 1e9,
      total: 1e9,
      ratio: 1e4,
      isName: () => true,
    })
    const bytes = new Uint8Array(await entries.get('banca.sqlite')!.arrayBuffer())
    const manifest = JSON.parse(await entries.get('manifest.json')!.text())
    const json = (altro: object) => ({ nome: 'manifest.json', byte: testo(JSON.stringify({ ...manifest, ...altro })) })
    const db3 = { nome: 'banca.sqlite', byte: bytes }
    const flipped = bytes.slice()
    flipped[flipped.length >> 1]! ^= 1
    const declare = (pacchetto: Uint8Array, size: number) => {
      const copy = pacchetto.slice()
      const view = new DataView(copy.buffer)
      for (let i = 0; i + 46 < copy.length; i++)
        if (view.getUint32(i, true) === 0x02014b50 && view.getUint16(i + 10, true) === 8)
          view.setUint32(i + 24, size, true)
      return copy
    }
    const bomb = deflateRawSync(new Uint8Array(64 * 1024 * 1024), { level: 9 })
    const empty = buildManifest({ ...manifest }, new Uint8Array(8192))
    const pacchetti: Record<string, Uint8Array> = {
      'not a zip': testo('PK but not a zip at all, only words, and many of them'),
      'no manifest': zip(db3),
      'no bank': zip(json({})),
      'a third entry': zip(json({}), db3, { nome: 'x', byte: testo('x') }),
      'a path': zip(json({}), { ...db3, nome: '../banca.sqlite' }),
      'the manifest twice': zip(json({}), json({})),
      'manifest is not JSON': zip({ nome: 'manifest.json', byte: testo('{') }, db3),
      'another format': zip(json({ formato: 2 }), db3),
      'another bank': other.pacchetto,
      'one flipped bit': zip(json({}), { nome: 'banca.sqlite', byte: flipped }),
      'another size': zip(json({ dimensione: bytes.length + 1 }), db3),
      'more questions announced': zip(json({ domande: 13 }), db3),
      'not a database': await writePackage({ manifest: empty, banca: new Uint8Array(8192) }, (b) => deflateRawSync(b)),
      'declared larger than it is': declare(banca.pacchetto, bytes.length * 2),
      'declared smaller than it is': declare(banca.pacchetto, 100),
      'a bomb': zip(json({}), { nome: 'banca.sqlite', byte: new Uint8Array(64 * 1024 * 1024), compressi: bomb }),
      'cut in two': banca.pacchetto.subarray(0, banca.pacchetto.length >> 1),
    }
    for (const [nome, pacchetto] of Object.entries(pacchetti)) {
      const rotta = con(banca, pacchetto)
      const { db, platform, scaricaBanca } = await vuoto(serve(rotta))
      expect([nome, codice(await scaricaBanca(rotta.concorso))]).toEqual([nome, 'PACCHETTO_CORROTTO'])
      expect(value(await db.listBanche())).toEqual([])
      expect(await (await platform.openFiles(UTENTE)).list()).toEqual([])
      const driver = await platform.openDriver(UTENTE)
      expect(driver.listBanks()).toEqual([])
    }
  })

  it('[PK7] a zip of images with compression, odd names or twice the same is refused', async () => {
    const banca = await creaBanca({ n: 12 })
    const zips = [
      zip({ nome: '6.png', byte: PNG, compressi: deflateRawSync(PNG) }),
      zip({ nome: 'a/6.png', byte: PNG }),
      zip({ nome: '6.svg', byte: PNG }),
      zip({ nome: '6.png', byte: PNG }, { nome: '6.png', byte: PNG }),
    ]
    for (const bytes of zips) {
      const immagini = new Uint8Array(bytes)
      const url_immagini = 'https://prova/immagini'
      const concorso = {
        ...banca.concorso,
        url_immagini,
        hash_immagini: hashHex(immagini),
        dimensione_immagini: immagini.length,
      }
      const { db, scaricaBanca } = await vuoto(serve({ ...banca, concorso, immagini }))
      expect(codice(await scaricaBanca(concorso))).toBe('PACCHETTO_CORROTTO')
      expect(value(await db.listBanche())).toEqual([])
    }
  })

  it('[ER2] no room is INDEXEDDB_NOT_ENOUGH_SPACE, wherever it happens', async () => {
    const banca = await creaBanca()
    const full = memoryPlatform()
    const quota = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    const noFile = await vuoto(serve(banca), {
      openFiles: async (id) => {
        const files = await full.openFiles(id)
        return { ...files, open: async (name) => ({ ...(await files.open(name)), write: quota }) }
      },
    })
    expect(codice(await noFile.scaricaBanca(banca.concorso))).toBe('INDEXEDDB_NOT_ENOUGH_SPACE')
    const noBank = await vuoto(serve(banca), {
      openDriver: async (id) => ({ ...(await full.openDriver(id)), writeBank: async () => quota() }),
    })
    expect(codice(await noBank.scaricaBanca(banca.concorso))).toBe('INDEXEDDB_NOT_ENOUGH_SPACE')
    expect(value(await noBank.db.listBanche())).toEqual([])
  })
})

describe('after a crash', () => {
  it('[PK6] a bank file that no row registers is swept at the next opening', async () => {
    const banca = await creaBanca()
    const { db, platform, scaricaBanca } = await vuoto(serve(banca))
    value(await scaricaBanca(banca.concorso))
    value(await db.close())
    const driver = await platform.openDriver(UTENTE)
    const registered = driver.listBanks()
    await driver.writeBank('banca-1-orphan000000.db', new Uint8Array(8192))
    const files = await platform.openFiles(UTENTE)
    for (const name of ['1-domande-abc.zip', '5-domande-abc.zip', 'odd']) (await files.open(name)).close()
    value(await db.open({ id_utente: UTENTE }))
    expect((await platform.openDriver(UTENTE)).listBanks()).toEqual(registered)
    expect(await files.list()).toEqual(['1-domande-abc.zip'])
  })

  it('a bank whose file vanished is back to added', async () => {
    const banca = await creaBanca()
    const { db, platform, scaricaBanca } = await vuoto(serve(banca))
    value(await scaricaBanca(banca.concorso))
    value(await db.close())
    const driver = await platform.openDriver(UTENTE)
    for (const name of driver.listBanks()) driver.deleteBank(name)
    const { banche } = value(await db.open({ id_utente: UTENTE }))
    expect(banche[0]).toMatchObject({ stato: 0, n_domande: 0, versione: null })
  })
})
