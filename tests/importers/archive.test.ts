import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { MAX_ENTRY_BYTES, MAX_ZIP_ENTRIES, readZip } from '#importers/archive'
import { sentenceOfRefusal } from '#importers/refusal'
import { bytes } from './helpers.ts'

type Voce = { nome: string; dati?: Uint8Array; dichiarata?: number; cifrata?: boolean }

/** A zip made by hand, so that its directory may lie. */
function makeZip(voci: readonly Voce[]): Uint8Array {
  const pezzi: Buffer[] = []
  const centrale: Buffer[] = []
  let posto = 0
  for (const { nome, dati = bytes('x'), dichiarata, cifrata } of voci) {
    const compressi = deflateRawSync(dati)
    const testa = Buffer.alloc(30)
    testa.writeUInt32LE(0x04034b50, 0)
    testa.writeUInt16LE(20, 4)
    testa.writeUInt16LE((cifrata ? 1 : 0) | 0x800, 6)
    testa.writeUInt16LE(8, 8)
    testa.writeUInt32LE(compressi.length, 18)
    testa.writeUInt32LE(dichiarata ?? dati.length, 22)
    testa.writeUInt16LE(Buffer.byteLength(nome), 26)
    const voce = Buffer.alloc(46)
    voce.writeUInt32LE(0x02014b50, 0)
    voce.writeUInt16LE(20, 4)
    testa.copy(voce, 6, 4, 28)
    voce.writeUInt32LE(posto, 42)
    pezzi.push(testa, Buffer.from(nome), compressi)
    centrale.push(Buffer.concat([voce, Buffer.from(nome)]))
    posto += 30 + Buffer.byteLength(nome) + compressi.length
  }
  const indice = Buffer.concat(centrale)
  const coda = Buffer.alloc(22)
  coda.writeUInt32LE(0x06054b50, 0)
  coda.writeUInt16LE(voci.length & 0xffff, 8)
  coda.writeUInt16LE(voci.length & 0xffff, 10)
  coda.writeUInt32LE(indice.length, 12)
  coda.writeUInt32LE(posto, 16)
  return new Uint8Array(Buffer.concat([...pezzi, indice, coda]))
}

const motivo = async (voci: readonly Voce[]): Promise<string> => {
  const esito = await readZip(makeZip(voci))
  if (esito.ok) throw new Error('read')
  expect(esito.error.codice).toBe('FILE_RIFIUTATO')
  return sentenceOfRefusal(esito.error)
}

describe('a zip of images', () => {
  it('gives its files with their paths, without what desktop systems add', async () => {
    const esito = await readZip(
      makeZip([
        { nome: 'img/', dati: new Uint8Array() },
        { nome: 'img/1.png', dati: bytes('uno') },
        { nome: '__MACOSX/._1.png' },
        { nome: 'img/.DS_Store' },
        { nome: 'due.jpg', dati: bytes('due') },
      ]),
    )
    if (!esito.ok) throw new Error(String(esito.error.detail))
    expect(esito.value.map((f) => [f.nome, new TextDecoder().decode(f.byte)])).toEqual([
      ['img/1.png', 'uno'],
      ['due.jpg', 'due'],
    ])
  })

  it.each([
    '../fuori.png',
    'a/../../b.png',
    '..\\b.png',
    '/etc/a.png',
    '\\a.png',
    'C:\\a.png',
    'c:/a.png',
    'a\u0000.png',
  ])('is refused for the name %j', async (nome) => {
    expect(await motivo([{ nome: 'buona.png' }, { nome }])).toMatch(/nome|rovinato/)
  })

  it('is refused for two files of one name, even in another case', async () => {
    expect(await motivo([{ nome: 'a.png' }, { nome: 'A.PNG' }])).toContain('due file')
  })

  it('[PK10] is refused when it inflates to more than it declares, or to less', async () => {
    expect(await motivo([{ nome: 'a.png', dati: new Uint8Array(5000), dichiarata: 50 }])).toContain('rovinato')
    expect(await motivo([{ nome: 'a.png', dati: new Uint8Array(50), dichiarata: 5000 }])).toContain('rovinato')
  })

  it('[PK10] is refused for a file too large, too compressed or too many', async () => {
    expect(await motivo([{ nome: 'a.png', dichiarata: MAX_ENTRY_BYTES + 1 }])).toContain('troppo grande')
    expect(await motivo([{ nome: 'a.png', dati: new Uint8Array(4 * 1024 * 1024) }])).toContain('si espande troppo')
    expect(await motivo(Array.from({ length: MAX_ZIP_ENTRIES + 1 }, (_, i) => ({ nome: `${i}.png` })))).toContain(
      `${MAX_ZIP_ENTRIES}`,
    )
    expect(
      await motivo(Array.from({ length: 10 }, (_, i) => ({ nome: `${i}.png`, dichiarata: MAX_ENTRY_BYTES }))),
    ).toContain('espanso')
  })

  it('is refused when it has a password, is cut or is no zip', async () => {
    expect(await motivo([{ nome: 'a.png', cifrata: true }])).toMatch(/password/)
    const intero = makeZip([{ nome: 'a.png', dati: bytes('testo') }])
    for (const byte of [intero.subarray(0, 20), intero.subarray(0, intero.length - 4), bytes('no'), new Uint8Array()]) {
      const esito = await readZip(byte)
      expect(esito.ok).toBe(false)
    }
  })
})
