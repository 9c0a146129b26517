import { describe, expect, it } from 'vitest'
import type { DomandaContent } from '#contract/content'
import { listMistakes } from '#importers/content/language'
import { inWords, listArticles, listCitations } from '#importers/content/numbers'
import { gulpease, listSentences } from '#importers/content/words'
import { prima, rilieviDopo } from './esempio.ts'

const sbagli: [testo: string, frase: string][] = [
  ['due  spazi', 'ha due spazi di seguito'],
  [' davanti', 'comincia o finisce con uno spazio'],
  ['prima , dopo', 'ha uno spazio prima della punteggiatura'],
  ["l'atto", 'usa l’apostrofo diritto al posto di ’'],
  ['un "atto"', 'usa le virgolette diritte al posto di «»'],
  ['spazio\u00a0duro', 'contiene caratteri invisibili'],
  ['e poi...', 'usa i puntini di sospensione'],
  ['perche no', 'ha una parola senza accento'],
  ['perchè no', 'ha un accento grave dove serve l’acuto'],
  ['ció che piú conta', 'ha un accento acuto dove serve il grave'],
  ['qual’è la norma', 'ha un errore di ortografia'],
  ['quando quando', 'ripete una parola'],
  ['la citta’ nuova', 'usa un apostrofo al posto dell’accento (citta’)'],
  ['E’ vero', 'usa un apostrofo al posto dell’accento (E’)'],
  ['perche\u0301', 'ha accenti scomposti'],
]

describe('mistakes of language', () => {
  it.each(sbagli)('«%s»', (testo, frase) => expect(listMistakes(testo)).toContain(frase))
  it.each([
    'L’art. 3 della Costituzione è un po’ lungo, dall’inizio.',
    'Da’ a ciascuno il suo: #DIV/0! e .docx non sono errori.',
    'Il 22% di 1.024, cioè =SE(A1>10;5;8)',
    '10;20;30, n. 4',
  ])('«%s» has none', (testo) => expect(listMistakes(testo)).toEqual([]))
})

describe('form of a question', () => {
  const casi: [nome: string, frase: string, cambia: (d: DomandaContent) => void][] = [
    [
      'a stem without a question mark',
      'il quesito non finisce con un punto interrogativo o con i due punti',
      (d) => {
        d.testo = 'Quando bolle l’acqua'
      },
    ],
    [
      'a stem in lower case',
      'il quesito non comincia con la maiuscola',
      (d) => {
        d.testo = 'quando bolle l’acqua?'
      },
    ],
    [
      'an explanation without its full stop',
      'la spiegazione non finisce con il punto',
      (d) => {
        d.spiegazione = 'Una frase. Due frasi'
      },
    ],
    [
      'an answer with a full stop',
      'la risposta 2 finisce con un segno di punteggiatura',
      (d) => {
        d.risposte = ['Uno', 'Due.', 'Tre']
      },
    ],
    [
      'answers with mixed capitals',
      'le risposte non cominciano tutte allo stesso modo (maiuscola o minuscola)',
      (d) => {
        d.risposte = ['Uno', 'due', 'Tre']
      },
    ],
    [
      'an explanation of one sentence',
      'la spiegazione ha 1 frasi: devono essere da 2 a 4',
      (d) => {
        d.spiegazione = 'Una sola frase.'
      },
    ],
    [
      'an explanation of five sentences',
      'la spiegazione ha 5 frasi: devono essere da 2 a 4',
      (d) => {
        d.spiegazione = 'Uno è qui. Due è qui. Tre è qui. Sei è qui. Otto è qui.'
      },
    ],
    [
      'a stem too long',
      'il quesito ha più di 60 parole',
      (d) => {
        d.testo = `${Array.from({ length: 61 }, (_, i) => `Re${i}`).join(' ')}?`
      },
    ],
    [
      'an answer too long',
      'la risposta 1 ha più di 30 parole',
      (d) => {
        d.risposte[0] = Array.from({ length: 31 }, (_, i) => `Re${i}`).join(' ')
      },
    ],
    [
      'a sentence too long',
      'una frase della spiegazione ha più di 45 parole',
      (d) => {
        d.spiegazione = `${Array.from({ length: 46 }, (_, i) => `Re${i}`).join(' ')}. Fine qui.`
      },
    ],
    [
      'an explanation hard to read',
      'la spiegazione è difficile da leggere (indice Gulpease 0, minimo 38)',
      (d) => {
        d.spiegazione =
          'Amministrazioni territorialmente sovraordinate contraddittoriamente controdedurrebbero. Incostituzionalissimamente.'
      },
    ],
  ]
  it.each(casi)('%s', (_, frase, cambia) => {
    const righe = rilieviDopo((e) => cambia(prima(e)))
    expect(righe.map((r) => r.replace(/Gulpease -?\d+/, 'Gulpease 0'))).toEqual([
      `banche/prova/domande.json:prova-001: ${frase}`,
    ])
  })
})

it('sentences do not end at abbreviations nor inside numbers', () => {
  expect(listSentences('L’art. 3 del D.Lgs. 82/2005 vale 1.024 euro. È vero? Sì.')).toHaveLength(3)
})

it('a plain text reads more easily than a bureaucratic one', () => {
  const piano = gulpease('Il cane dorme. Il gatto no.')
  expect(piano).toBeGreaterThan(90)
  expect(gulpease('L’amministrazione procedente comunica tempestivamente l’accoglimento dell’istanza.')).toBeLessThan(
    piano / 2,
  )
})

it('acts are found in their usual spellings', () => {
  expect(
    listCitations('La L. cost. 1/2020, la legge n. 241 del 7 agosto 1990, il D.Lgs. 82/2005, il d.P.R. 68/2005'),
  ).toEqual([
    { tipo: 'legge costituzionale', numero: '1', anno: '2020' },
    { tipo: 'decreto legislativo', numero: '82', anno: '2005' },
    { tipo: 'd.p.r.', numero: '68', anno: '2005' },
    { tipo: 'legge', numero: '241', anno: '1990' },
  ])
  expect(listCitations('Il regolamento (UE) 2016/679')).toEqual([
    { tipo: 'regolamento (UE)', numero: '2016', anno: '679' },
  ])
})

it('articles are found alone and in lists', () => {
  expect(listArticles('l’art. 3-bis, gli articoli 7, 8 e 19 e l’articolo 138')).toEqual([
    '3-bis',
    '7',
    '8',
    '19',
    '138',
  ])
})

it('numbers are written in Italian words', () => {
  expect([1, 8, 21, 28, 48, 100, 180, 400, 1000, 1024, 50000, 500000].map(inWords)).toEqual([
    'uno',
    'otto',
    'ventuno',
    'ventotto',
    'quarantotto',
    'cento',
    'centottanta',
    'quattrocento',
    'mille',
    'milleventiquattro',
    'cinquantamila',
    'cinquecentomila',
  ])
})
