import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { permute, permuteN, rankExact, shuffleRisposte } from '#rules/shuffle'

const ordinati = (lista: Int32Array) => [...lista].sort((a, b) => a - b)

describe('permute', () => {
  it('[EN44] the same seed gives the same order on every engine', () => {
    expect([...permuteN(10, 42)]).toEqual([0, 7, 3, 5, 2, 1, 8, 9, 4, 6])
    expect([...permute(Int32Array.from([100, 200, 300]), 7)]).toEqual([200, 300, 100])
  })

  it('is a permutation, leaves its input alone and depends on the seed', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })), fc.integer(), (ids, seme) => {
        const dati = Int32Array.from(ids)
        const mescolati = permute(dati, seme)
        expect([...dati]).toEqual(ids)
        expect(ordinati(mescolati)).toEqual(ordinati(dati))
        expect(permute(dati, seme)).toEqual(mescolati)
      }),
    )
    expect(permuteN(100, 1)).not.toEqual(permuteN(100, 2))
    expect(permuteN(0, 1)).toEqual(new Int32Array(0))
  })

  it('every element takes every place about as often', () => {
    const volte = Array.from({ length: 5 }, () => new Array<number>(5).fill(0))
    for (let seme = 0; seme < 10_000; seme++)
      for (const [posto, elemento] of permuteN(5, seme).entries()) volte[posto]![elemento]!++
    // 2,000 expected each, standard deviation 40.
    for (const n of volte.flat()) expect(Math.abs(n - 2000)).toBeLessThan(240)
  })
})

describe('shuffleRisposte', () => {
  const ordine = (risposte: string[], seme: number) => shuffleRisposte({ id_domanda: 5, risposte }, seme)
  const semi = Array.from({ length: 40 }, (_, i) => i)
  const comuni = ['Il Parlamento', 'Il Governo', 'Il Presidente della Repubblica']

  it('[EX9] depends on the seed and on the question alone', () => {
    const ordini = new Set(semi.map((seme) => ordine(comuni, seme).join()))
    expect(ordini.size).toBe(6)
    const domande = new Set(semi.map((id_domanda) => shuffleRisposte({ id_domanda, risposte: comuni }, 1).join()))
    expect(domande.size).toBe(6)
    expect(ordine(comuni, 3)).toEqual(ordine(comuni, 3))
  })

  it('[EX9] always shows every printed position once', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 5 }), fc.integer(), fc.nat(), (risposte, seme, id_domanda) => {
        const posizioni = shuffleRisposte({ id_domanda, risposte }, seme)
        expect([...posizioni].sort()).toEqual(risposte.map((_, i) => i + 1))
      }),
    )
  })

  it.each([
    'Nessuna delle precedenti',
    'Nessuna delle risposte precedenti',
    'Nessuna delle altre risposte è corretta',
    'nessuna delle altre alternative è corretta',
    'Nessuna delle alternative proposte è corretta',
    'Nessuna delle risposte è corretta',
    'nessuna delle due opzioni è corretta',
    'Nessuna delle opzioni è corretta',
    'Nessuna risposta è corretta',
    'Nessuna delle soluzioni proposte è corretta.',
    'Nessuno dei precedenti',
    "Nessun'altra risposta è corretta",
    'Tutte le precedenti',
    'Tutte le altre',
    'Tutte le risposte sono corrette',
    'tutte le altre risposte sono corrette',
    'Tutte le risposte precedenti sono esatte',
    'Entrambe le altre risposte sono corrette',
    'Entrambe le risposte sono corrette',
    'entrambe le alternative sono corrette',
    'Entrambe le materie indicate',
    'Entrambe le due voci indicate nelle altre alternative di risposta',
    'Svolge tutti i compiti indicati nelle altre risposte',
    'Le altre risposte sono tutte errate',
    'Non rientra in nessuna delle citate categorie',
    'Quanto indicato nelle precedenti risposte',
    'nessuna della altre alternative è corretta',
    'Tutte le tre affermazioni',
    'Tutti quelli citati',
    'Da tutte le precedenti',
    'Tutte le precedenti sono corrette',
    'Le precedenti',
    'Tutte',
    'Tutti.',
    'Nessuna',
    'Entrambi',
    'Entrambe.',
    'Tutte e tre',
    'Nessuna delle due',
    'Nessuno di questi',
    'Nessun altro',
    'Tutte le indicazioni sono corrette',
    'Tutte le indicazioni, tranne una, sono corrette',
    'Nessuna indicazione è corretta',
    'Nessuna delle indicazioni fornite',
    'Tutti quelli indicati tranne uno',
    'Tutto quanto sopra',
    'In entrambi i casi indicati nelle altre alternative di risposta',
    'tutte vere',
    'Tutte vere.',
    'tutte false',
    'Sono tutte corrette',
    'Entrambe sono errate',
    'Le tre risposte sopra',
    'Nessuna è esatta',
    'Sono vere entrambe le affermazioni',
    'Le altre due sono false',
  ])('[EX10] %j stays last', (ultima) => {
    for (const posto of [0, 1, 2]) {
      const risposte = [...comuni.slice(0, posto), ultima, ...comuni.slice(posto, 2)]
      const ordini = new Set(semi.map((seme) => ordine(risposte, seme).join()))
      expect(ordini.size).toBe(2)
      for (const visto of ordini) expect(visto.endsWith(String(posto + 1))).toBe(true)
    }
  })

  it('[EX10] several of them stay last in their printed order', () => {
    const risposte = ['Tutte le precedenti', 'Il Governo', 'Nessuna delle precedenti', 'Il Parlamento']
    const ordini = new Set(semi.map((seme) => ordine(risposte, seme).join()))
    expect([...ordini].sort()).toEqual(['2,4,1,3', '4,2,1,3'])
  })

  it.each([
    'La risposta A',
    'Le risposte A e B sono corrette',
    'A e B',
    'sia A che B',
    'a) e b)',
    'Sia a) sia b)',
    'A, B e C',
    'La risposta «A»'.replace(/[«»]/g, '"'),
    "L'alternativa B è errata",
    'le risposte a e b',
    'Quanto alla lettera c)',
    'Sono corrette le risposte A, B',
    'Solo A e C.',
    'Sia la prima che la seconda',
    'La prima e la terza',
    'Solo la prima e la seconda sono corrette.',
    'Le prime due',
    'Le risposte 1 e 2 sono corrette',
    'Opzione 3',
    'La seconda risposta',
  ])('[EX10] where an answer says %j the printed order stays', (lettere) => {
    for (const seme of semi) expect(ordine([...comuni, lettere], seme)).toEqual([1, 2, 3, 4])
  })

  it.each([
    'La risposta a una domanda',
    'Opzione a favore del conduttore',
    'Gestioni precedenti',
    'Tutti i cittadini maggiorenni',
    'Nessun cittadino',
    'La prima e la seconda guerra mondiale',
    'La prima sezione del registro',
    'Tutte le indicazioni di pericolo',
    'Entrambi i genitori',
    'Sia il sindaco sia il vicesindaco',
    'La risposta entro 3 giorni',
    'Nessuno scende',
    'Entrambe le Camere',
    'Da chi presta attività a titolo gratuito',
    "La risposta all'istanza",
    'Vitamina A',
    'Bed',
    'La CEE.',
    'd,a,c,e,b',
    "La lettera d'invito",
    "il bando, l'avviso di gara o la lettera d'invito",
    'è escluso [Legge 241/1990, art. 24, co. 1, lettera d)]',
    "Un punto d'incontro",
    'Tutti i soggetti espressamente indicati dal decreto',
    'tutti i destinatari vedono gli indirizzi indicati nel campo CC',
    "È un'altra definizione del software",
    'Valuti le altre possibili soluzioni',
    'Solo le americane, essendosi già ritirati tutti gli altri contingenti',
    'Il valore viene sommato a tutti gli altri',
    'Per tutti gli altri invece si applica la legge',
    'Tutte le Regioni a statuto ordinario',
    'In dottrina si ritiene che il ricorso sia ammissibile',
  ])('[EX9] %j moves like any answer', (risposta) => {
    const visti = new Set(semi.map((seme) => ordine([...comuni, risposta], seme).indexOf(4)))
    expect(visti.size).toBe(4)
  })

  it('[EX13] a sitting begun under the first rule keeps its letters', () => {
    const risposte = ['Entrambi', 'Il Governo', 'Il Parlamento', 'Nessuna']
    const domanda = { id_domanda: 7, risposte }
    const visti = new Set(semi.map((seme) => shuffleRisposte(domanda, seme, 1).at(-1)))
    expect(visti.size).toBe(4)
    expect(new Set(semi.map((seme) => shuffleRisposte(domanda, seme, 2).slice(2).join()))).toEqual(new Set(['1,4']))
    for (const seme of semi)
      expect(
        shuffleRisposte({ ...domanda, risposte: ['La prima', 'b', 'c', 'Nessuna delle precedenti'] }, seme, 1),
      ).toEqual(shuffleRisposte({ ...domanda, risposte: ['La prima', 'b', 'c', 'Nessuna delle precedenti'] }, seme, 2))
  })

  it.each([[['Vero', 'Falso']], [['Falso', 'Vero']], [['VERO.', 'FALSO.']], [['Sì', 'No']], [['V', 'F']]])(
    '[EX9] %j keeps its order',
    (risposte) => {
      for (const seme of semi) expect(ordine(risposte, seme)).toEqual([1, 2])
    },
  )

  it('[EX9] two other answers are shuffled', () => {
    expect(new Set(semi.map((seme) => ordine(['Il sindaco', 'La giunta'], seme).join())).size).toBe(2)
  })
})

it('[EX12] ESATTE: wrong first, then never answered, then right', () => {
  expect([rankExact('errata'), rankExact(null), rankExact('nulla'), rankExact('corretta')]).toEqual([0, 1, 1, 2])
})
