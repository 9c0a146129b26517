import { createHash } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unzip } from 'unzipit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseRange } from '#server/pacchetti/routes'
import { addBanca, makeDomanda, PNG } from '../concorso/fixtures.ts'
import { download } from '../concorso/pacchetto.ts'
import { type Mondo, makeWorld } from '../world.ts'

let world: Mondo
let url: string
let url_immagini: string
let body: {
  hash_domande: string
  dimensione_zip: number
  hash_immagini: string
  url_immagini: string
  versione: string
}
let integer: Buffer
let id_concorso: number
let id_sessione: number
let token: string
beforeAll(async () => {
  world = await makeWorld()
  ;({ id_concorso } = await addBanca(world, {
    domande: [
      makeDomanda(1, { immagine: 'a.png', spiegazione: 'segreta spiegazione' }),
      makeDomanda(2, { immagine: 'b.png' }),
      ...Array.from({ length: 300 }, (_, i) => makeDomanda(i + 3)),
    ],
    immagini: [
      { nome: 'b.png', byte: PNG },
      { nome: 'a.png', byte: PNG },
    ],
  }))
  token = (await world.registerVerified('scarica@prova.it', 3)).token
  body = (await world.call('GET', `/ms_concorso/concorso?id_concorso=${id_concorso}`, { token })).corpo
  url = (body as unknown as { url_domande: string }).url_domande
  url_immagini = body.url_immagini
  id_sessione = Number(new URLSearchParams(url.split('?')[1]).get('sessione'))
  integer = (await get()).rawPayload
})
afterAll(() => world.close())

const get = (headers: Record<string, string> = {}, address = url, method: 'GET' | 'HEAD' = 'GET') =>
  world.app.inject({ method, url: address, headers })

describe('packages', () => {
  test('[PK1][PK3][D16] the package is named by its content and holds manifest and finished bank', async () => {
    expect(createHash('sha256').update(integer).digest('hex')).toBe(body.hash_domande)
    expect(url).toContain(`/pacchetti/${body.hash_domande}.zip?scade=`)
    expect(integer.length).toBe(body.dimensione_zip)
    const { manifest, domande } = await download(world, url)
    expect(manifest).toMatchObject({ domande: 302, domande_totali: 302, versione: body.versione })
    expect(domande.map((d) => d.posizione)).toEqual(Array.from({ length: 302 }, (_, i) => i + 1))
  })

  test('[PK12][D20] no explanation is in the package', async () => {
    const { tabelle: tables } = await download(world, url)
    expect(tables).not.toMatch(/spiegazione/i)
    const { entries } = await unzip(new Uint8Array(integer))
    const banca = Buffer.from((await entries['banca.sqlite']?.arrayBuffer()) as ArrayBuffer)
    expect(banca.includes('domanda numero 1?')).toBe(true)
    expect(banca.includes('segreta spiegazione')).toBe(false)
  })

  test('a package whose file was lost is built again, the same byte for byte', async () => {
    const { id_concorso } = await addBanca(world, { n: 60, concorso: 'Banca perduta' })
    const { token } = await world.registerVerified('perduta@prova.it', 3)
    const ask = async () =>
      (await world.call('GET', `/ms_concorso/concorso?id_concorso=${id_concorso}`, { token })).corpo
    const before = await ask()
    const altrove = join(world.cartella, 'altrove')
    await rename(join(world.cartella, 'pacchetti'), altrove)
    const after = await ask()
    expect([after.hash_domande, after.dimensione_zip]).toEqual([before.hash_domande, before.dimensione_zip])
    const { rawPayload, statusCode } = await get({}, after.url_domande)
    expect(statusCode).toBe(200)
    expect(createHash('sha256').update(rawPayload).digest('hex')).toBe(before.hash_domande)
    await rm(join(world.cartella, 'pacchetti'), { recursive: true })
    await rename(altrove, join(world.cartella, 'pacchetti'))
  })

  test('[PK7] images come stored, sorted, in a zip of their own', async () => {
    const { entries, zip } = await unzip(new Uint8Array((await get({}, url_immagini)).rawPayload))
    expect(Object.keys(entries)).toEqual(['a.png', 'b.png'])
    expect(zip.comment).toBe('')
    for (const entry of Object.values(entries)) {
      expect(entry.compressionMethod).toBe(0)
      expect(new Uint8Array(await entry.arrayBuffer())).toEqual(PNG)
    }
  })

  test('[PK2] the answer is immutable, private and tagged by the hash', async () => {
    const { headers, statusCode } = await get()
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      etag: `"${body.hash_domande}"`,
      'cache-control': 'private, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      'content-type': 'application/zip',
      'content-length': String(body.dimensione_zip),
    })
    expect((await get({ 'if-none-match': `"${body.hash_domande}"` })).statusCode).toBe(304)
    const testa = await get({}, url, 'HEAD')
    expect([testa.statusCode, testa.rawPayload.length, testa.headers['content-length']]).toEqual([
      200,
      0,
      String(body.dimensione_zip),
    ])
  })

  test('[PK2][PK4] ranges join to the same bytes, and If-Range protects a resumed download', async () => {
    const meta = integer.length >> 1
    const before = await get({ range: `bytes=0-${meta - 1}` })
    const second = await get({ range: `bytes=${meta}-`, 'if-range': `"${body.hash_domande}"` })
    expect([before.statusCode, second.statusCode]).toEqual([206, 206])
    expect(second.headers['content-range']).toBe(`bytes ${meta}-${integer.length - 1}/${integer.length}`)
    expect(Buffer.concat([before.rawPayload, second.rawPayload]).equals(integer)).toBe(true)
    const other = await get({ range: `bytes=${meta}-`, 'if-range': '"altro"' })
    expect([other.statusCode, other.rawPayload.length]).toEqual([200, integer.length])
    expect((await get({ range: 'bytes=-10' })).rawPayload.equals(integer.subarray(-10))).toBe(true)
    const oltre = await get({ range: `bytes=${integer.length}-` })
    expect([oltre.statusCode, oltre.headers['content-range'], oltre.headers['cache-control']]).toEqual([
      416,
      `bytes */${integer.length}`,
      'no-store',
    ])
  })

  test('ranges are read as RFC 9110 says', () => {
    expect(parseRange(undefined, 100)).toBe('intero')
    expect(parseRange('bytes=0-0', 100)).toEqual({ from: 0, to: 0 })
    expect(parseRange('bytes=90-200', 100)).toEqual({ from: 90, to: 99 })
    expect(parseRange('bytes=-200', 100)).toEqual({ from: 0, to: 99 })
    expect(parseRange('bytes=-0', 100)).toBe('fuori')
    expect(parseRange('bytes=100-', 100)).toBe('fuori')
    expect(parseRange('bytes=5-2', 100)).toBe('intero')
    expect(parseRange('bytes=0-1,4-5', 100)).toBe('intero')
    expect(parseRange('righe=0-1', 100)).toBe('intero')
    expect(parseRange('bytes=-', 100)).toBe('intero')
  })
})

describe('signed addresses', () => {
  const refused = async (address: string) => {
    const risposta = await get({}, address)
    expect(risposta.statusCode).toBe(403)
    expect(risposta.headers['content-type']).toContain('application/problem+json')
    expect(risposta.json().codice).toBe('PACCHETTO_SCADUTO')
  }

  test('a forged, altered or missing signature is 403 PACCHETTO_SCADUTO', async () => {
    const [percorso = '', query = ''] = url.split('?')
    const { scade: expires = '', sessione = '', firma: signature = '' } = Object.fromEntries(new URLSearchParams(query))
    await refused(percorso)
    const rest = `scade=${expires}&sessione=${sessione}`
    await refused(`${percorso}?${rest}`)
    await refused(`${percorso}?scade=${Number(expires) + 1}&sessione=${sessione}&firma=${signature}`)
    await refused(`${percorso}?scade=${expires}&sessione=${Number(sessione) + 1}&firma=${signature}`)
    await refused(`${percorso}?scade=${expires}&firma=${signature}`)
    await refused(`${percorso}?${rest}&firma=${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`)
    await refused(`${percorso}?${rest}&firma=`)
    await refused(`${percorso}?${rest}&scade=${expires}&firma=${signature}`)
    await refused(`/pacchetti/${'0'.repeat(64)}.zip?${rest}&firma=${signature}`)
    await refused(`/pacchetti/..%2F..%2Fmotore.json?${rest}&firma=${signature}`)
  })

  test('[D42] an address dies with the session that asked for it', async () => {
    const { token } = await world.registerVerified('esce@prova.it', 3)
    const { corpo } = await world.call('GET', `/ms_concorso/concorso?id_concorso=${id_concorso}`, { token })
    expect((await get({}, corpo.url_domande)).statusCode).toBe(200)
    await world.call('POST', '/ms_utente/logout', { token })
    await refused(corpo.url_domande)
  })

  test('a signature of one file does not open another', async () => {
    await refused(url_immagini.replace(/\?.*/, url.slice(url.indexOf('?'))))
  })

  test('an address expires', async () => {
    const vicino = world.deps.packageFiles.sign(`${body.hash_domande}.zip`, 60, id_sessione)
    expect((await get({}, vicino)).statusCode).toBe(200)
    world.orologio.advance(61_000)
    await refused(vicino)
  })

  test('a file that is gone is 404', async () => {
    const risposta = await get({}, world.deps.packageFiles.sign(`${'a'.repeat(64)}.zip`, 60, id_sessione))
    expect([risposta.statusCode, risposta.json().codice]).toEqual([404, 'NON_TROVATO'])
  })

  test('a file that was altered is served to nobody, and whoever asks for the bank gets it built again', async () => {
    const { packageFiles } = world.deps
    const name = `${body.hash_domande}.zip`
    const path = join(world.cartella, 'pacchetti', name)
    const bytes = await readFile(path)
    const altered = Uint8Array.from(bytes)
    altered[bytes.length >> 1]! ^= 1
    await writeFile(path, altered)
    const old = packageFiles.sign(name, 60, id_sessione)
    expect((await get({}, old)).statusCode).toBe(404)
    const { corpo } = await world.call('GET', `/ms_concorso/concorso?id_concorso=${id_concorso}`, { token })
    const fresh = await get({}, corpo.url_domande)
    expect(fresh.statusCode).toBe(200)
    expect(createHash('sha256').update(fresh.rawPayload).digest('hex')).toBe(corpo.hash_domande)
  })

  test('no name but that of a hash reaches the disk', async () => {
    const { packageFiles } = world.deps
    for (const name of ['../motore.json', 'a.zip', `${'A'.repeat(64)}.zip`, `${'a'.repeat(64)}.zip/..`, ''])
      await expect(packageFiles.size(name)).rejects.toThrow()
    await expect(packageFiles.put('../x', new Uint8Array())).rejects.toThrow()
  })
})

describe('one image', () => {
  const of = (name: string, address = url_immagini) => {
    const [path = '', query = ''] = address.split('?')
    return `${path.replace('/pacchetti/', '/immagini/').replace('.zip', '')}/${name}?${query}`
  }

  test('[IM1] has an address under /immagini, with the right of its zip, a tag and ranges', async () => {
    const image = await get({}, of('a.png'))
    expect([image.statusCode, image.headers['content-type']]).toEqual([200, 'image/png'])
    expect(image.rawPayload.equals(Buffer.from(PNG))).toBe(true)
    const etag = String(image.headers.etag)
    expect(etag).not.toBe((await get({}, of('b.png'))).headers.etag)
    expect((await get({ 'if-none-match': etag }, of('a.png'))).statusCode).toBe(304)
    const part = await get({ range: 'bytes=1-3' }, of('a.png'))
    expect([part.statusCode, part.rawPayload.toString(), part.headers['content-range']]).toEqual([
      206,
      'PNG',
      `bytes 1-3/${PNG.length}`,
    ])
    expect((await get({ range: 'bytes=9999-' }, of('a.png'))).statusCode).toBe(416)
    expect((await get({}, of('a.png'), 'HEAD')).headers['content-length']).toBe(String(PNG.length))
  })

  test('[IM1] is refused without that right, and where the zip lacks it', async () => {
    for (const name of ['c.png', '..%2Fa.png', '__proto__', ''])
      expect((await get({}, of(name))).json()).toMatchObject({ status: 404, codice: 'IMMAGINE_NON_DISPONIBILE' })
    expect((await get({}, of('a.png', url))).json().codice).toBe('IMMAGINE_NON_DISPONIBILE')
    for (const forged of [
      of('a.png').split('?')[0] ?? '',
      of('a.png').replace(/firma=./, (start) => (start === 'firma=A' ? 'firma=B' : 'firma=A')),
      of('a.png').replace(/scade=\d/, 'scade=9'),
    ])
      expect((await get({}, forged)).json()).toMatchObject({ status: 403, codice: 'PACCHETTO_SCADUTO' })
  })
})
