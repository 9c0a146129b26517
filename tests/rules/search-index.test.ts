import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeU32, decodeUtf8, encodeU32, encodeUtf8 } from '#rules/bytes'
import { buildIndex, openIndex, searchIndex } from '#rules/search-index'
import { matches, parseQuery, searchableText } from '#rules/text'

const CORRISPONDENZE = ['ANY', 'ALL'] as const
type Documento = { posizione: number; testo: string }

function search(documenti: readonly Documento[], query: string, corrispondenza: 'ANY' | 'ALL') {
  const testi = new Map(documenti.map((d) => [d.posizione, d.testo]))
  const lette: number[] = []
  const trovate = searchIndex(openIndex(buildIndex(documenti)), query, corrispondenza, (posizioni) =>
    [...posizioni].map((posizione) => {
      lette.push(posizione)
      const testo = testi.get(posizione)
      if (testo === undefined) throw new Error(`no text at ${posizione}`)
      return testo
    }),
  )
  return { trovate: trovate && [...trovate], lette }
}

const bruteForce = (documenti: readonly Documento[], query: string, corrispondenza: 'ANY' | 'ALL') =>
  documenti
    .filter((d) => matches(d.testo, parseQuery(query), corrispondenza))
    .map((d) => d.posizione)
    .sort((a, b) => a - b)

const documenti = [
  "L'atto amministrativo è nullo ai sensi dell'art. 21-septies",
  'Ai sensi della l. 241/1990, l’attività amministrativa persegue...',
  'Il contratto d’appalto; il contrattista',
  'Pubblico ufficiale e incaricato di pubblico servizio (art. 358 c.p.)',
  'Сosa è il «silenzio-assenso»?',
].map((testo, i) => ({ posizione: (i + 1) * 3, testo: searchableText({ testo, risposte: ['Sì', 'No, mai'] }) }))

describe('searchIndice', () => {
  it.each([
    ['atto', 'ANY', [3, 9]],
    ["l'atto", 'ANY', [3]],
    ['l’attivita', 'ANY', [6]],
    ['amministrativ sensi', 'ALL', [3, 6]],
    ['art. 21-septies', 'ALL', [3]],
    ['241/1990', 'ANY', [6]],
    ['art 241', 'ANY', [3, 6, 12]],
    ['art 241', 'ALL', []],
    ['"pubblico servizio"', 'ANY', [12]],
    ['"servizio pubblico"', 'ANY', []],
    ['"blico serv"', 'ALL', [12]],
    ['"mai si"', 'ALL', []],
    ['"art. 358 c.p."', 'ALL', [12]],
    ['cosa', 'ANY', [15]],
    ['silenzio–assenso', 'ANY', [15]],
    ['si', 'ALL', [3, 6, 9, 12, 15]],
    ['zebra', 'ANY', []],
    ['atto\ud804', 'ANY', [3, 9]],
  ] as const)('[VA11][CO14] %j %s finds %j', (query, corrispondenza, attese) => {
    expect(search(documenti, query, corrispondenza).trovate).toEqual(attese)
    expect(bruteForce(documenti, query, corrispondenza)).toEqual(attese)
  })

  it('a query without terms filters nothing', () => {
    for (const query of ['', '  ', '?!', '""']) expect(search(documenti, query, 'ALL').trovate).toBeNull()
  })

  it('an empty bank finds nothing', () => {
    expect(search([], 'atto', 'ANY').trovate).toEqual([])
  })

  it('reads only the candidates of a phrase', () => {
    expect(search(documenti, 'atto contratto', 'ALL').lette).toEqual([])
    expect(search(documenti, '"pubblico servizio"', 'ANY').lette).toEqual([12])
    expect(search(documenti, '"pubblico servizio" mai', 'ANY').lette).toEqual([])
  })

  it('a very common part is read from the few candidates that a rare one leaves', () => {
    const molti = Array.from({ length: 70_000 }, (_, i) => ({
      posizione: i + 1,
      testo: i % 35_000 === 0 ? `${i === 0 ? 'comune' : 'altro'} rara${i}` : `comune ${i}`,
    }))
    const { trovate, lette } = search(molti, 'comune rara', 'ALL')
    expect(trovate).toEqual([1])
    expect(lette).toEqual([1, 35_001])
    expect(search(molti, 'comune rara', 'ANY')).toEqual({ trovate: molti.map((d) => d.posizione), lette: [] })
  })

  it('[VA11] equals brute force on nasty text', () => {
    const pezzo = fc.constantFrom(
      ...[
        "l'",
        'l’',
        'atto',
        'àtto',
        'att',
        'art.',
        '21-bis',
        '-bis',
        '241/1990',
        'c.p.',
        '«',
        '»',
        '"',
        '...',
        '?',
        '%',
        '§',
        'ß',
        'ss',
        'È',
        "e'",
      ],
      ...['a', 'b', 'c++', '(', ')', ',', '–', 'un', 'una', 'o', 'α', 'ﬁ', 'fi', '1', '12', '🎓', 'а'],
    )
    const unione = fc.constantFrom('', '', ' ', ' ', '  ', '\n')
    const testo = (maxLength: number) =>
      fc.array(fc.tuple(pezzo, unione), { maxLength }).map((parti) => parti.flat().join(''))
    const banca = fc.array(testo(12), { maxLength: 25 })
    const vuoti = fc.integer({ min: 1, max: 40 })
    fc.assert(
      fc.property(banca, vuoti, testo(5), fc.constantFrom(...CORRISPONDENZE), (testi, passo, query, corrispondenza) => {
        const docs = testi.map((t, i) => ({
          posizione: i * passo + 1,
          testo: searchableText({ testo: t, risposte: [] }),
        }))
        const atteso = parseQuery(query).length === 0 ? null : bruteForce(docs, query, corrispondenza)
        expect(search(docs, query, corrispondenza).trovate).toEqual(atteso)
      }),
      { numRuns: 4000 },
    )
  })

  it('what was looked for before changes nothing, and only so much of it is remembered', () => {
    const parole = ['atto', 'at', 'nul', 'si', 'mai', 'pubblico servizio', '241', 'zebra', 'contratt']
    const query = parole.flatMap((a) => parole.map((b) => `${a} ${b}`))
    const indice = openIndex(buildIndex(documenti))
    const testi = new Map(documenti.map((d) => [d.posizione, d.testo]))
    const leggi = (posizioni: Int32Array) => [...posizioni].map((p) => testi.get(p) as string)
    for (let giro = 0; giro < 2; giro++)
      for (const q of query)
        for (const corrispondenza of CORRISPONDENZE)
          expect([...(searchIndex(indice, q, corrispondenza, leggi) ?? [])]).toEqual(
            bruteForce(documenti, q, corrispondenza),
          )
    // A set of half a megabyte: room for eight, so 32 are kept.
    const lontani = openIndex(
      buildIndex([{ posizione: 4_000_000, testo: searchableText({ testo: 'ab', risposte: [] }) }]),
    )
    for (let i = 0; i < 40; i++) searchIndex(lontani, `ab${i}`, 'ANY', () => [])
    expect(lontani.ricerche.size).toBe(32)
    for (let i = 0; i < 600; i++) searchIndex(indice, `atto${i}`, 'ANY', leggi)
    expect(indice.ricerche.size).toBe(512)
  })

  it('[VA11] equals brute force on any text', () => {
    const banca = fc.array(fc.string({ unit: 'binary', maxLength: 40 }), { maxLength: 15 })
    fc.assert(
      fc.property(banca, fc.nat(), fc.nat(), fc.nat(8), fc.boolean(), (testi, quale, da, lungo, tra) => {
        const docs = testi.map((t, i) => ({ posizione: i + 1, testo: searchableText({ testo: t, risposte: [t] }) }))
        const fonte = docs.length > 0 ? (docs[quale % docs.length] as Documento).testo : 'x'
        const taglio = fonte.slice(da % (fonte.length + 1)).slice(0, lungo + 1)
        const query = tra ? `"${taglio}"` : taglio
        for (const corrispondenza of CORRISPONDENZE) {
          const atteso = parseQuery(query).length === 0 ? null : bruteForce(docs, query, corrispondenza)
          expect(search(docs, query, corrispondenza).trovate).toEqual(atteso)
        }
      }),
      { numRuns: 2000 },
    )
  })
})

describe('buildIndice', () => {
  it('does not depend on the order of its input', () => {
    expect(buildIndex([...documenti].reverse())).toEqual(buildIndex(documenti))
  })

  it('a missing row is refused by name', () => {
    expect(() => openIndex(buildIndex(documenti).slice(1))).toThrow('vocabolario')
  })
})

it('bytes: UTF-8 and 32-bit numbers are read back as written, UTF-8 as the platform writes it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (testo) => {
      expect(encodeUtf8(testo)).toEqual(new TextEncoder().encode(testo))
      expect(decodeUtf8(encodeUtf8(testo))).toBe(testo)
    }),
  )
  const lungo = 'è🎓a'.repeat(5000)
  expect(decodeUtf8(encodeUtf8(lungo))).toBe(lungo)
  const numeri = [0, 1, 255, 256, 65_535, 2 ** 31, 2 ** 32 - 1]
  expect([...decodeU32(encodeU32(numeri))]).toEqual(numeri)
  expect([...encodeU32([1, 256])]).toEqual([1, 0, 0, 0, 0, 1, 0, 0])
})
