import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readZip } from '#importers/archive'
import { importBank } from '#importers/import-bank'
import { bytes, csv } from './helpers.ts'

/** Whatever comes in, a Result comes out, and a bank that is accepted is sound. */
async function checkEsito(byte: Uint8Array): Promise<void> {
  const esito = await importBank({ nome: 'x', byte })
  if (!esito.ok) {
    expect(esito.error.codice).toBe('FILE_RIFIUTATO')
    // The general sentence would mean an error that nobody foresaw.
    expect(String(esito.error.dati?.motivo)).not.toBe('Il file non si può leggere.')
    return
  }
  expect(esito.value.domande.length).toBeGreaterThan(0)
  for (const { testo, risposte, corretta, punti, chiave } of esito.value.domande) {
    expect(testo.trim()).toBe(testo)
    expect(risposte.length >= 2 && risposte.length <= 5).toBe(true)
    expect(corretta === null || (corretta >= 1 && corretta <= risposte.length)).toBe(true)
    expect(corretta === null).toBe(chiave === 'assente')
    expect(punti === null || punti.length === risposte.length).toBe(true)
  }
}

const magie = [
  [],
  [0x1f, 0x8b, 8],
  [0x50, 0x4b, 3, 4],
  [0xd0, 0xcf, 0x11, 0xe0],
  [0xff, 0xfe],
  [0xef, 0xbb, 0xbf],
  [0x7b],
  [0x5b],
]

describe('random input', () => {
  it('bytes behind any signature never throw', async () => {
    const arbitrari = fc.tuple(fc.constantFrom(...magie), fc.uint8Array({ maxLength: 400 }))
    await fc.assert(
      fc.asyncProperty(arbitrari, async ([magia, resto]) => {
        await checkEsito(new Uint8Array([...magia, ...resto]))
        await readZip(new Uint8Array([...magia, ...resto]))
      }),
      { numRuns: 400 },
    )
  })

  it('any JSON, compressed or not, never throws', async () => {
    const chiavi = fc.constantFrom(
      'domanda',
      'risposte',
      'corretta',
      'options',
      'answer',
      'A',
      'B',
      'a',
      'q',
      'n',
      'id',
      'quiz',
      '1',
      '2',
      '__proto__',
    )
    const foglia = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.constantFrom('<b>x</b>', '&amp;agrave;', 'A', '2 di 9'),
    )
    const valore = fc.letrec((lega) => ({
      v: fc.oneof(
        { depthSize: 'small' },
        foglia,
        fc.array(lega('v'), { maxLength: 5 }),
        fc.dictionary(chiavi, lega('v'), { maxKeys: 6 }),
      ),
    })).v
    await fc.assert(
      fc.asyncProperty(valore, fc.boolean(), async (v, compresso) => {
        const byte = bytes(JSON.stringify(v))
        await checkEsito(compresso ? new Uint8Array(gzipSync(byte)) : byte)
      }),
      { numRuns: 400 },
    )
  })

  it('any table never throws', async () => {
    const cella = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom('Domanda', 'A', 'B', 'Corretta', '1', '"', 'Quale norma vale per tutti?', ''),
    )
    const tabella = fc.tuple(
      fc.array(fc.array(cella, { maxLength: 8 }), { maxLength: 12 }),
      fc.constantFrom(';', ',', '\t'),
    )
    await fc.assert(
      fc.asyncProperty(tabella, async ([righe, separatore]) =>
        checkEsito(bytes(righe.map((r) => r.join(separatore)).join('\n'))),
      ),
      { numRuns: 400 },
    )
  })

  it('a sound bank with bytes changed or cut never throws', async () => {
    const sana = bytes(csv(12))
    const guasti = fc.array(fc.tuple(fc.nat(sana.length - 1), fc.nat(255)), { maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(guasti, fc.nat(sana.length), async (cambi, taglio) => {
        const byte = sana.slice(0, taglio)
        for (const [posto, valore] of cambi) if (posto < byte.length) byte[posto] = valore
        await checkEsito(byte)
      }),
      { numRuns: 300 },
    )
  })
})
