import { createHash } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { unzip } from 'unzipit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseRange } from '#server/pacchetti/rotte'
import { addBanca, makeDomanda, PNG } from '../concorso/banche.ts'
import { download } from '../concorso/pacchetto.ts'
import { type Mondo, makeWorld } from '../mondo.ts'

let mondo: Mondo
let url: string
let url_immagini: string
let corpo: {
  hash_domande: string
  dimensione_zip: number
  hash_immagini: string
  url_immagini: string
  versione: string
}
let intero: Buffer
beforeAll(async () => {
  mondo = await makeWorld()
  const { id_concorso } = await addBanca(mondo, {
    domande: [
      makeDomanda(1, { immagine: 'a.png', spiegazione: 'segreta spiegazione' }),
      makeDomanda(2, { immagine: 'b.png' }),
      ...Array.from({ length: 300 }, (_, i) => makeDomanda(i + 3)),
    ],
    immagini: [
      { nome: 'b.png', byte: PNG },
      { nome: 'a.png', byte: PNG },
    ],
  })
  const { token } = await mondo.registerVerified('scarica@prova.it', 3)
  corpo = (await mondo.call('GET', `/ms_concorso/concorso?id_concorso=${id_concorso}`, { token })).corpo
  url = (corpo as unknown as { url_domande: string }).url_domande
  url_immagini = corpo.url_immagini
  intero = (await get()).rawPayload
})
afterAll(() => mondo.close())

const get = (headers: Record<string, string> = {}, indirizzo = url, method: 'GET' | 'HEAD' = 'GET') =>
  mondo.app.inject({ method, url: indirizzo, headers })

describe('packages', () => {
  test('[PK1][PK3][D16] the package is named by its content and holds manifest and finished bank', async () => {
    expect(createHash('sha256').update(intero).digest('hex')).toBe(corpo.hash_domande)
    expect(url).toContain(`/pacchetti/${corpo.hash_domande}.zip?scade=`)
    expect(intero.length).toBe(corpo.dimensione_zip)
    const { manifest, domande } = await download(mondo, url)
    expect(manifest).toMatchObject({ domande: 302, domande_totali: 302, versione: corpo.versione })
    expect(domande.map((d) => d.posizione)).toEqual(Array.from({ length: 302 }, (_, i) => i + 1))
  })

  test('[PK12][D20] no explanation is in the package', async () => {
    const { tabelle } = await download(mondo, url)
    expect(tabelle).not.toMatch(/spiegazione/i)
    const { entries } = await unzip(new Uint8Array(intero))
    const banca = Buffer.from((await entries['banca.sqlite']?.arrayBuffer()) as ArrayBuffer)
    expect(banca.includes('domanda numero 1?')).toBe(true)
    expect(banca.includes('segreta spiegazione')).toBe(false)
  })

  test('a package whose file was lost is built again, the same byte for byte', async () => {
    const { id_concorso } = await addBanca(mondo, { n: 60, concorso: 'Banca perduta' })
    const { token } = await mondo.registerVerified('perduta@prova.it', 3)
    const ask = async () =>
      (await mondo.call('GET', `/ms_concorso/concorso?id_concorso=${id_concorso}`, { token })).corpo
    const prima = await ask()
    const altrove = join(mondo.cartella, 'altrove')
    await rename(join(mondo.cartella, 'pacchetti'), altrove)
    const dopo = await ask()
    expect([dopo.hash_domande, dopo.dimensione_zip]).toEqual([prima.hash_domande, prima.dimensione_zip])
    const { rawPayload, statusCode } = await get({}, dopo.url_domande)
    expect(statusCode).toBe(200)
    expect(createHash('sha256').update(rawPayload).digest('hex')).toBe(prima.hash_domande)
    await rm(join(mondo.cartella, 'pacchetti'), { recursive: true })
    await rename(altrove, join(mondo.cartella, 'pacchetti'))
  })

  test('[PK7] images come stored, sorted, in a zip of their own', async () => {
    const { entries, zip } = await unzip(new Uint8Array((await get({}, url_immagini)).rawPayload))
    expect(Object.keys(entries)).toEqual(['a.png', 'b.png'])
    expect(zip.comment).toBe('')
    for (const voce of Object.values(entries)) {
      expect(voce.compressionMethod).toBe(0)
      expect(new Uint8Array(await voce.arrayBuffer())).toEqual(PNG)
    }
  })

  test('[PK2] the answer is immutable, private and tagged by the hash', async () => {
    const { headers, statusCode } = await get()
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      etag: `"${corpo.hash_domande}"`,
      'cache-control': 'private, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      'content-type': 'application/zip',
      'content-length': String(corpo.dimensione_zip),
    })
    expect((await get({ 'if-none-match': `"${corpo.hash_domande}"` })).statusCode).toBe(304)
    const testa = await get({}, url, 'HEAD')
    expect([testa.statusCode, testa.rawPayload.length, testa.headers['content-length']]).toEqual([
      200,
      0,
      String(corpo.dimensione_zip),
    ])
  })

  test('[PK2][PK4] ranges join to the same bytes, and If-Range protects a resumed download', async () => {
    const meta = intero.length >> 1
    const prima = await get({ range: `bytes=0-${meta - 1}` })
    const seconda = await get({ range: `bytes=${meta}-`, 'if-range': `"${corpo.hash_domande}"` })
    expect([prima.statusCode, seconda.statusCode]).toEqual([206, 206])
    expect(seconda.headers['content-range']).toBe(`bytes ${meta}-${intero.length - 1}/${intero.length}`)
    expect(Buffer.concat([prima.rawPayload, seconda.rawPayload]).equals(intero)).toBe(true)
    const altra = await get({ range: `bytes=${meta}-`, 'if-range': '"altro"' })
    expect([altra.statusCode, altra.rawPayload.length]).toEqual([200, intero.length])
    expect((await get({ range: 'bytes=-10' })).rawPayload.equals(intero.subarray(-10))).toBe(true)
    const oltre = await get({ range: `bytes=${intero.length}-` })
    expect([oltre.statusCode, oltre.headers['content-range'], oltre.headers['cache-control']]).toEqual([
      416,
      `bytes */${intero.length}`,
      'no-store',
    ])
  })

  test('ranges are read as RFC 9110 says', () => {
    expect(parseRange(undefined, 100)).toBe('intero')
    expect(parseRange('bytes=0-0', 100)).toEqual({ da: 0, a: 0 })
    expect(parseRange('bytes=90-200', 100)).toEqual({ da: 90, a: 99 })
    expect(parseRange('bytes=-200', 100)).toEqual({ da: 0, a: 99 })
    expect(parseRange('bytes=-0', 100)).toBe('fuori')
    expect(parseRange('bytes=100-', 100)).toBe('fuori')
    expect(parseRange('bytes=5-2', 100)).toBe('intero')
    expect(parseRange('bytes=0-1,4-5', 100)).toBe('intero')
    expect(parseRange('righe=0-1', 100)).toBe('intero')
    expect(parseRange('bytes=-', 100)).toBe('intero')
  })
})

describe('signed addresses', () => {
  const refused = async (indirizzo: string) => {
    const risposta = await get({}, indirizzo)
    expect(risposta.statusCode).toBe(403)
    expect(risposta.headers['content-type']).toContain('application/problem+json')
    expect(risposta.json().codice).toBe('PACCHETTO_SCADUTO')
  }

  test('a forged, altered or missing signature is 403 PACCHETTO_SCADUTO', async () => {
    const [percorso = '', query = ''] = url.split('?')
    const { scade = '', firma = '' } = Object.fromEntries(new URLSearchParams(query))
    await refused(percorso)
    await refused(`${percorso}?scade=${scade}`)
    await refused(`${percorso}?scade=${Number(scade) + 1}&firma=${firma}`)
    await refused(`${percorso}?scade=${scade}&firma=${firma.startsWith('A') ? 'B' : 'A'}${firma.slice(1)}`)
    await refused(`${percorso}?scade=${scade}&firma=`)
    await refused(`${percorso}?scade=${scade}&scade=${scade}&firma=${firma}`)
    await refused(`/pacchetti/${'0'.repeat(64)}.zip?scade=${scade}&firma=${firma}`)
    await refused(`/pacchetti/..%2F..%2Fmotore.json?scade=${scade}&firma=${firma}`)
  })

  test('a signature of one file does not open another', async () => {
    await refused(url_immagini.replace(/\?.*/, url.slice(url.indexOf('?'))))
  })

  test('an address expires', async () => {
    const vicino = mondo.deps.archivio.sign(`${corpo.hash_domande}.zip`, 60)
    expect((await get({}, vicino)).statusCode).toBe(200)
    mondo.orologio.advance(61_000)
    await refused(vicino)
  })

  test('a file that is gone is 404', async () => {
    const risposta = await get({}, mondo.deps.archivio.sign(`${'a'.repeat(64)}.zip`, 60))
    expect([risposta.statusCode, risposta.json().codice]).toEqual([404, 'NON_TROVATO'])
  })

  test('no name but that of a hash reaches the disk', async () => {
    const { archivio } = mondo.deps
    for (const nome of ['../motore.json', 'a.zip', `${'A'.repeat(64)}.zip`, `${'a'.repeat(64)}.zip/..`, ''])
      expect(() => archivio.path(nome)).toThrow()
    await expect(archivio.put('../x', new Uint8Array())).rejects.toThrow()
  })
})
