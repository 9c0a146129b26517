import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { bytes, csv, leggi, rifiutato, righe } from './helpers.ts'

const TESTO = csv(12, {
  3: '3;Qual è la società più “antica” della città?;perché sì;virtù;così;né l’una;A;Diritto',
  7: '7;Che cos’è l’unità?;libertà;verità;bontà;età;D;Diritto',
})
const DOMANDA = 'Qual è la società più “antica” della città?'

describe('encodings', () => {
  it.each<[string, (t: string) => Uint8Array]>([
    ['UTF-8', bytes],
    ['UTF-8 with a mark', (t) => bytes(`\ufeff${t}`)],
    ['UTF-16 LE with a mark', (t) => iconv.encode(t, 'utf-16le', { addBOM: true })],
    ['UTF-16 BE with a mark', (t) => iconv.encode(t, 'utf-16be', { addBOM: true })],
    ['UTF-16 LE without a mark', (t) => iconv.encode(t, 'utf-16le')],
    ['UTF-32 LE', (t) => iconv.encode(t, 'utf-32le', { addBOM: true })],
  ])('%s is known by its bytes', async (_, encode) => {
    const { domande, avvisi } = await leggi(new Uint8Array(encode(TESTO)))
    expect(domande[2]?.testo).toBe(DOMANDA)
    expect(domande[2]?.risposte).toEqual(['perché sì', 'virtù', 'così', 'né l’una'])
    expect(avvisi).toEqual([])
  })

  it.each(['windows-1252', 'macintosh'])('%s is known by its accents and told once', async (codifica) => {
    const { domande, avvisi } = await leggi(new Uint8Array(iconv.encode(TESTO, codifica)))
    expect(domande[2]?.testo).toBe(DOMANDA)
    expect(domande[6]?.testo).toBe('Che cos’è l’unità?')
    expect(avvisi).toEqual([
      { tipo: 'codifica_errata', riga: null, testo: `Il file non è in UTF-8: letto come ${codifica}.` },
    ])
  })

  it.each<[string, string]>([
    ['windows-1252', '“x” – “y”'],
    ['windows-1252', '… … … …'],
    ['windows-1252', '• — • —'],
    ['macintosh', '“x” – … •'],
  ])('%s with more signs than accents: %s', async (codifica, segni) => {
    const { domande } = await leggi(new Uint8Array(iconv.encode(csv(12).replaceAll('vale', `è ${segni}`), codifica)))
    expect(domande[2]?.testo).toBe(`Quale regola è ${segni} nel caso 3?`)
  })

  it('Latin-1 and the DOS code page have no curly quotes, the accents are right', async () => {
    const piano = TESTO.replace(/[“”]/g, '"').replace(/’/g, "'")
    for (const codifica of ['latin1', 'cp850']) {
      const { domande } = await leggi(new Uint8Array(iconv.encode(piano, codifica)))
      expect(domande[2]?.testo).toBe('Qual è la società più "antica" della città?')
    }
  })

  it('the caller may say it, and a name nobody knows is refused', async () => {
    const byte = new Uint8Array(iconv.encode(TESTO, 'cp850'))
    expect((await leggi(byte, { opzioni: { encoding: 'cp850' } })).domande[6]?.risposte[0]).toBe('libertà')
    expect((await rifiutato(byte, { opzioni: { encoding: 'boh-8' } })).dati?.motivo).toContain('boh-8')
  })

  it('lines in another encoding than the rest are read as what they are, each told with its row', async () => {
    const linee = TESTO.split('\n').map((linea, i) => (i === 3 ? iconv.encode(linea, 'windows-1252') : bytes(linea)))
    const byte = new Uint8Array(linee.flatMap((linea) => [...linea, 10]))
    const { domande, avvisi } = await leggi(byte)
    expect(domande[2]?.testo).toBe(DOMANDA)
    expect(domande[6]?.testo).toBe('Che cos’è l’unità?')
    expect(righe(avvisi, 'codifica_errata')).toEqual([4])
  })

  it('a wrong line is told by its row even when earlier cells hold newlines', async () => {
    const testo = csv(6, { 1: '1;"Che cosa\nvale\nqui?";à;b;c;d;A;Diritto', 4: '4;Perché?;x;y;z;w;A;Diritto' })
    const linee = testo
      .split('\n')
      .map((linea) => (linea.startsWith('4;') ? iconv.encode(linea, 'windows-1252') : bytes(linea)))
    const { domande, avvisi } = await leggi(new Uint8Array(linee.flatMap((linea) => [...linea, 10])))
    expect(domande[3]).toMatchObject({ testo: 'Perché?', riga: 5 })
    expect(righe(avvisi, 'codifica_errata')).toEqual([5])
  })
})

describe('characters already broken in the file', () => {
  const con = (testo: string) => leggi(csv(4, { 2: `2;${testo};a;b;c;d;A;Diritto` }))

  it('UTF-8 that was read as Windows-1252 is repaired', async () => {
    const { domande, avvisi } = await con('La societÃ\u00a0 piÃ¹ â€œanticaâ€\u009d dellâ€™etÃ\u00a0 Ã¨?')
    expect(domande[1]?.testo).toBe('La società più “antica” dell’età è?')
    expect(righe(avvisi, 'codifica_errata')).toEqual([3])
  })

  it('what is lost is told and left as it is', async () => {
    const { domande, avvisi } = await con('La societ\ufffd che cosa \ufffd?')
    expect(domande[1]?.testo).toBe('La societ\ufffd che cosa \ufffd?')
    expect(righe(avvisi, 'codifica_errata')).toEqual([3])
  })

  it('C1 controls are the quotes of Windows-1252; other controls and soft hyphens go', async () => {
    const { domande, avvisi } = await con('Che cos\x92è la \x93stazza\x94 del\u00adla na\x07ve\u200b?')
    expect(domande[1]?.testo).toBe('Che cos’è la “stazza” della nave?')
    expect(righe(avvisi, 'caratteri_di_controllo')).toEqual([3])
  })

  it('half a character, which no database takes, becomes the mark of what is lost', async () => {
    const domanda =
      '"domanda":"Metà \\ud83d di un segno?","n":"7\\u0000\\udc00","risposte":["a\\ud800","b","c"],"corretta":"b"'
    const { domande, avvisi } = await leggi(`[{${domanda}}]`)
    expect(domande[0]).toMatchObject({
      testo: 'Metà \ufffd di un segno?',
      id_ufficiale: '7\ufffd',
      risposte: ['a\ufffd', 'b', 'c'],
    })
    expect(righe(avvisi, 'codifica_errata')).toEqual([1])
  })

  it('right text with capital accents is left alone', async () => {
    const { domande, avvisi } = await con('La CITTÀ «È» così? Â e Ã')
    expect(domande[1]?.testo).toBe('La CITTÀ «È» così? Â e Ã')
    expect(avvisi).toEqual([])
  })
})
