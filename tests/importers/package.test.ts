import { deflateRawSync } from 'node:zlib'
import { unzipRaw } from 'unzipit'
import { describe, expect, it } from 'vitest'
import type { NumberedDomanda } from '#contract/domanda'
import { APPLICATION_ID, BANCA_FORMAT, difficoltaOf, HTML_FLAG, IMAGE_FLAG, MEBIBYTE } from '#contract/package'
import {
  type BancaToWrite,
  buildBanca,
  computeVersione,
  openBanca,
  rankAlphabetical,
} from '#importers/package/build-bank'
import { hashHex } from '#importers/package/hash'
import { buildManifest, parseManifest, verifyBlock, verifyManifest } from '#importers/package/manifest'
import { writeImages, writePackage } from '#importers/package/write-package'
import { crc32, writeZip } from '#importers/package/zip'
import { type IndexEntry, openIndex, searchIndex } from '#rules/search-index'
import { domanda, select, sqlite3 } from './numbered.ts'

const DOMANDE = [
  domanda(1, {
    testo: 'Zara',
    risposte: ['Vero', 'Falso'],
    id_ufficiale: 'A-12',
    immagine: '550.png',
    alt: 'Un segnale',
  }),
  domanda(2, { testo: 'àncora', id_materia: 2, corretta: null, chiave: 'assente' }),
  domanda(3, { testo: 'Ancora', corretta: null, punti: [750, 375, 0], argomenti: ['4;17;;;;;', '5;;;;;;'] }),
  domanda(4, {
    testo: 'm<sup>2</sup>',
    html: true,
    stato: 'annullata',
    id_materia: null,
    risposte: ['1', '2', '3', '4', '5'],
  }),
]
const BANCA: BancaToWrite = {
  id_concorso: 9,
  concorso: "Banca dell'accesso",
  domande: DOMANDE,
  materie: [
    { id_materia: 2, materia: 'Informatica' },
    { id_materia: 1, materia: 'Diritto' },
    { id_materia: 3, materia: 'Vuota' },
  ],
  totali: 4,
}
const grande = (n: number): BancaToWrite => ({
  ...BANCA,
  domande: Array.from({ length: n }, (_, i) =>
    domanda(i + 1, { testo: `Quesito ${i + 1}: ${'articolo '.repeat(30)}${i * 7919}` }),
  ),
  totali: n,
})
const BYTE = buildBanca(sqlite3, BANCA)

describe('buildBanca', () => {
  it('[PK11] marks the file with its application and its format', () => {
    const valore = (pragma: string) => Object.values(select(BYTE, `PRAGMA ${pragma}`)[0] ?? {})[0]
    expect(valore('application_id')).toBe(APPLICATION_ID)
    expect(valore('user_version')).toBe(BANCA_FORMAT)
    expect(valore('page_size')).toBe(8192)
    expect(valore('freelist_count')).toBe(0)
    expect(valore('integrity_check')).toBe('ok')
    expect(BYTE.length % 8192).toBe(0)
    // Bytes 18 and 19: 1 is the rollback journal, so that the file opens read-only anywhere; 2 would be WAL.
    expect([...BYTE.subarray(18, 20)]).toEqual([1, 1])
  })

  it('[EN13][EN14][EN16][EN17][EN18][EN19] writes every field of a question', () => {
    const righe = select(BYTE, 'SELECT * FROM domande ORDER BY posizione')
    expect(righe[0]).toEqual({
      posizione: 1,
      id_domanda: 1001,
      id_ufficiale: 'A-12',
      id_materia: 1,
      alfabetico: 4,
      flags: IMAGE_FLAG,
      testo: 'Zara',
      risposta1: 'Vero',
      risposta2: 'Falso',
      risposta3: null,
      risposta4: null,
      risposta5: null,
      corretta: 1,
      punti: null,
      chiave: 'ufficiale',
      stato: 'valida',
      immagine: '550.png',
      alt: 'Un segnale',
      argomenti: null,
    })
    expect(righe[1]).toMatchObject({ corretta: null, chiave: 'assente', id_materia: 2, flags: 0 })
    expect(righe[2]).toMatchObject({ punti: '[750,375,0]', argomenti: '["4;17;;;;;","5;;;;;;"]' })
    expect(righe[3]).toMatchObject({ flags: HTML_FLAG, stato: 'annullata', id_materia: null, risposta5: '5' })
  })

  it('keeps the difficulty in the flags; banks without it keep their version, with it they have another', () => {
    const con = { ...BANCA, domande: DOMANDE.map((d, i) => ({ ...d, difficolta: i === 0 ? null : i })) }
    const righe = select(buildBanca(sqlite3, con), 'SELECT flags FROM domande ORDER BY posizione') as {
      flags: number
    }[]
    expect(righe.slice(0, 4).map((r) => difficoltaOf(r.flags))).toEqual([0, 1, 2, 3])
    expect(righe[0]?.flags).toBe(IMAGE_FLAG)
    expect((righe[3]?.flags ?? 0) & HTML_FLAG).toBe(HTML_FLAG)
    expect(computeVersione(con)).not.toBe(computeVersione(BANCA))
    expect(computeVersione({ ...BANCA, domande: DOMANDE.map((d) => ({ ...d, difficolta: null })) })).toBe(
      computeVersione(BANCA),
    )
  })

  it('[D17a] counts the questions of each subject, and those with a key or points', () => {
    expect(select(BYTE, 'SELECT * FROM materie ORDER BY id_materia')).toEqual([
      { id_materia: 1, nome: 'Diritto', n: 2, n_con_chiave: 2 },
      { id_materia: 2, nome: 'Informatica', n: 1, n_con_chiave: 0 },
      { id_materia: 3, nome: 'Vuota', n: 0, n_con_chiave: 0 },
    ])
  })

  it('[EN44] ranks the texts in Italian order, equal ones in official order', () => {
    const testi = ['zeta', 'Èra', 'erba', 'era', 'Arte', 'era']
    const ranghi = rankAlphabetical(testi.map((testo, i) => domanda(i + 1, { testo })))
    const ordine = [...ranghi.entries()].sort((a, b) => a[1] - b[1]).map(([i]) => i)
    expect(ordine.map((i) => testi[i])).toEqual(['Arte', 'era', 'era', 'Èra', 'erba', 'zeta'])
    expect(ordine.indexOf(3)).toBeLessThan(ordine.indexOf(5))
  })

  it('[D8] a sample keeps the official positions and the version of the whole bank', () => {
    const versione = computeVersione(BANCA)
    const campione = buildBanca(sqlite3, { ...BANCA, domande: DOMANDE.slice(1, 3), versione })
    expect(select(campione, 'SELECT posizione FROM domande ORDER BY 1')).toEqual([{ posizione: 2 }, { posizione: 3 }])
    expect(Object.fromEntries(select(campione, 'SELECT * FROM manifesto').map((r) => [r.chiave, r.valore]))).toEqual({
      id_concorso: '9',
      concorso: "Banca dell'accesso",
      versione,
      domande: '2',
      domande_totali: '4',
      spiegazioni: '0',
    })
  })

  it('gives the same bytes for the same input, in whatever order it comes', () => {
    const altra = buildBanca(sqlite3, {
      ...BANCA,
      domande: [...DOMANDE].reverse(),
      materie: [...BANCA.materie].reverse(),
    })
    expect(hashHex(altra)).toBe(hashHex(BYTE))
  })

  it('refuses a repeated id and a repeated position', () => {
    const doppia = (altro: Partial<NumberedDomanda>) => ({ ...BANCA, domande: [...DOMANDE, domanda(5, altro)] })
    expect(() => buildBanca(sqlite3, doppia({ id_domanda: 1001 }))).toThrow(/UNIQUE/)
    expect(() => buildBanca(sqlite3, doppia({ posizione: 2 }))).toThrow(/UNIQUE/)
  })

  it('[VA11] its index finds text and answers, HTML as it reads', () => {
    const indice = openIndex(select(BYTE, 'SELECT chiave, valore FROM indice') as IndexEntry[])
    const search = (query: string) => [...(searchIndex(indice, query, 'ALL', () => []) ?? [])]
    expect(search('ancora')).toEqual([2, 3])
    expect(search('falso')).toEqual([1])
    expect(search('m2')).toEqual([4])
    expect(search('sup')).toEqual([])
  })

  it('opens read-only', () => {
    const db = openBanca(sqlite3, BYTE)
    expect(() => db.exec('DELETE FROM domande')).toThrow(/readonly/)
    db.close()
  })
})

describe('computeVersione', () => {
  it('changes with anything that the file holds, and only with that', () => {
    const prima = computeVersione(BANCA)
    expect(computeVersione({ ...BANCA, domande: [...DOMANDE].reverse() })).toBe(prima)
    const cambi: Partial<NumberedDomanda>[] = [
      { testo: 'altro' },
      { risposte: ['Vero', 'No'] },
      { corretta: 2 },
      { punti: [0, 1] },
      { chiave: 'redazione' },
      { stato: 'contestata' },
      { immagine: '551.png' },
      { alt: null },
      { argomenti: ['1'] },
      { id_materia: 2 },
      { id_ufficiale: 'A-13' },
      { html: true },
      { id_domanda: 77 },
      { posizione: 99 },
    ]
    const viste = cambi.map((c) =>
      computeVersione({ ...BANCA, domande: [{ ...DOMANDE[0]!, ...c }, ...DOMANDE.slice(1)] }),
    )
    expect(new Set([prima, ...viste]).size).toBe(cambi.length + 1)
  })
})

describe('the manifest', () => {
  const banca = buildBanca(sqlite3, grande(4000))
  const manifest = buildManifest(
    { id_concorso: 9, concorso: 'Banca', versione: 'v', domande: 4000, domande_totali: 4000 },
    banca,
  )

  it('[PK3] says size and hash of every mebibyte', () => {
    expect(banca.length).toBeGreaterThan(MEBIBYTE)
    expect(manifest).toMatchObject({ formato: 1, file: 'banca.sqlite', dimensione: banca.length })
    expect(manifest.blocchi).toHaveLength(Math.ceil(banca.length / MEBIBYTE))
    expect(manifest.blocchi[0]).toBe(hashHex(banca.subarray(0, MEBIBYTE)))
    expect(parseManifest(JSON.stringify(manifest))).toEqual({ ok: true, value: manifest })
  })

  it('[PK5] accepts the file that it describes', () => {
    expect(verifyManifest(banca, manifest)).toEqual({ ok: true, value: null })
    const ultimo = manifest.blocchi.length - 1
    expect(verifyBlock(ultimo, banca.subarray(ultimo * MEBIBYTE), manifest).ok).toBe(true)
  })

  it.each([0, 99, 100_000, MEBIBYTE - 1, MEBIBYTE, banca.length - 1])(
    '[PK5] one bit changed at byte %i is refused',
    (i) => {
      const guasta = banca.slice()
      guasta[i] = (guasta[i] as number) ^ 1
      expect(verifyManifest(guasta, manifest)).toMatchObject({ ok: false, error: { codice: 'PACCHETTO_CORROTTO' } })
    },
  )

  it('[PK5] a truncated, longer or reordered file is refused', () => {
    const piu = new Uint8Array(banca.length + 1)
    piu.set(banca)
    const scambiata = { ...manifest, blocchi: [...manifest.blocchi].reverse() }
    for (const esito of [
      verifyManifest(banca.subarray(0, banca.length - 1), manifest),
      verifyManifest(banca.subarray(0, MEBIBYTE), manifest),
      verifyManifest(new Uint8Array(), manifest),
      verifyManifest(piu, manifest),
      verifyManifest(banca, scambiata),
      verifyManifest(banca, { ...manifest, blocchi: manifest.blocchi.slice(1) }),
    ])
      expect(esito).toMatchObject({ ok: false, error: { codice: 'PACCHETTO_CORROTTO' } })
  })

  it('[PK5] a file that is no bank of this format is refused though its hashes are right', () => {
    const altro = { id_concorso: 9, concorso: 'x', versione: 'v', domande: 0, domande_totali: 0 }
    const testo = new TextEncoder().encode('x'.repeat(9000))
    const formato2 = BYTE.slice()
    formato2[63] = 2
    for (const byte of [testo, formato2, new Uint8Array()])
      expect(verifyManifest(byte, buildManifest(altro, byte))).toMatchObject({
        ok: false,
        error: { codice: 'PACCHETTO_CORROTTO' },
      })
  })

  it.each([
    '',
    '{',
    'null',
    '{}',
    JSON.stringify({ ...manifest, formato: 2 }),
    JSON.stringify({ ...manifest, file: '../x' }),
    JSON.stringify({ ...manifest, blocchi: [] }),
    JSON.stringify({ ...manifest, dimensione: -1 }),
  ])('refuses manifest %#', (testo) => {
    expect(parseManifest(testo)).toMatchObject({ ok: false, error: { codice: 'PACCHETTO_CORROTTO' } })
  })
})

describe('the zip', () => {
  const manifest = buildManifest(
    { id_concorso: 9, concorso: 'Banca', versione: 'v', domande: 4, domande_totali: 4 },
    BYTE,
  )
  const scrivi = () => writePackage({ manifest, banca: BYTE }, (byte) => deflateRawSync(byte))

  it('[PK3] holds the manifest, stored and first, then the bank, deflated', async () => {
    const zip = await scrivi()
    const { entries } = await unzipRaw(zip)
    expect(entries.map((e) => [e.name, e.compressionMethod, e.size])).toEqual([
      ['manifest.json', 0, JSON.stringify(manifest).length],
      ['banca.sqlite', 8, BYTE.length],
    ])
    expect(parseManifest(await entries[0]!.text())).toEqual({ ok: true, value: manifest })
    const letta = new Uint8Array(await entries[1]!.arrayBuffer())
    expect(verifyManifest(letta, manifest).ok).toBe(true)
    expect(entries[1]!.compressedSize).toBeLessThan(BYTE.length)
  })

  it('gives the same bytes for the same input', async () => {
    const zip = await scrivi()
    expect(hashHex(await scrivi())).toBe(hashHex(zip))
  })

  it('carries the checksum of each file', () => {
    expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926)
    const vista = new DataView(writeZip([{ nome: 'a', byte: new TextEncoder().encode('123456789') }]).buffer)
    expect(vista.getUint32(14, true)).toBe(0xcbf43926)
  })

  it('refuses more files than the format holds', () => {
    const vuoto = new Uint8Array()
    expect(() => writeZip(Array.from({ length: 65_536 }, (_, i) => ({ nome: String(i), byte: vuoto })))).toThrow(
      RangeError,
    )
  })
})

describe('writeImages', () => {
  const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3)
  const jpg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 9)

  it('[PK7] stores images without compression, by name', async () => {
    const esito = writeImages([
      { nome: 'b.jpg', byte: jpg },
      { nome: 'a.png', byte: png },
    ])
    if (!esito.ok) throw new Error(esito.error.codice)
    const { entries } = await unzipRaw(esito.value)
    expect(entries.map((e) => [e.name, e.compressionMethod])).toEqual([
      ['a.png', 0],
      ['b.jpg', 0],
    ])
    expect(new Uint8Array(await entries[0]!.arrayBuffer())).toEqual(png)
  })

  it.each([
    ['FILE_RIFIUTATO', '../a.png', png],
    ['FILE_RIFIUTATO', 'sotto/a.png', png],
    ['FILE_RIFIUTATO', 'a.gif', png],
    ['TIPO_IMMAGINE_ERRATO', 'a.png', new TextEncoder().encode('GIF89a')],
    ['TIPO_IMMAGINE_ERRATO', 'a.jpg', new Uint8Array()],
  ])('[PK7] %s for %s', (codice, nome, byte) => {
    expect(
      writeImages([
        { nome: 'z.png', byte: png },
        { nome, byte },
      ]),
    ).toMatchObject({
      ok: false,
      error: { codice, dati: { nome } },
    })
  })

  it('[PK7] a name given twice is refused', () => {
    const esito = writeImages([
      { nome: 'a.png', byte: png },
      { nome: 'a.png', byte: jpg },
    ])
    expect(esito).toMatchObject({ ok: false, error: { codice: 'FILE_RIFIUTATO' } })
  })
})
