import { describe, expect, it } from 'vitest'
import type { DomandaContent } from '#contract/content'
import { type Esempio, esempio, png, prima, rilieviDi, rilieviDopo } from './esempio.ts'

const UNO = 'banche/prova/domande.json:prova-001: '

/** A fault planted in the first question is reported under its name, with this sentence and no other. */
function plant(nome: string, frase: string, cambia: (d: DomandaContent) => void) {
  it(nome, () => {
    const righe = rilieviDopo((e) => {
      delete e.simulazione.domande
      cambia(prima(e))
    })
    expect(righe).toEqual([UNO + frase])
  })
}

/** A fault planted anywhere gives exactly these lines. */
function plantIn(nome: string, righe: string[], cambia: (e: Esempio) => void) {
  it(nome, () => expect(rilieviDopo(cambia)).toEqual(righe))
}

it('a folder without faults has no findings', () => expect(rilieviDi(esempio())).toEqual([]))

describe('schema', () => {
  plant('an unknown field', 'il file: campi sconosciuti (colore)', (d) => Object.assign(d, { colore: 'blu' }))
  plant('a key beyond the answers', 'corretta: valore non ammesso (oltre l’ultima risposta)', (d) => {
    d.corretta = 4
  })
  plant(
    'an image without its alternative text',
    'alt: valore non ammesso (immagine e testo alternativo vanno insieme)',
    (d) => {
      d.alt = 'Una riva.'
    },
  )
  plant('points that are not one per answer', 'punti: valore non ammesso (uno per risposta)', (d) => {
    d.punti = [0.75, 0]
  })
  plant(
    'a key that has not the highest points',
    'punti: valore non ammesso (la risposta corretta deve avere il punteggio più alto)',
    (d) => {
      d.punti = [0.375, 0.75, 0]
    },
  )
  it('an article that is no number', () => {
    const [riga] = rilieviDopo((e) => {
      prima(e).fonte.articolo = 'art. 3'
    })
    expect(riga).toContain(`${UNO}fonte.articolo: valore non ammesso`)
  })
  it('a topic with fewer than seven levels', () => {
    const [riga] = rilieviDopo((e) => {
      prima(e).argomenti = ['10;11']
    })
    expect(riga).toBe(`${UNO}argomenti.0: valore non ammesso (sette livelli)`)
  })
  it('a file that is no JSON', () => {
    const e = esempio()
    expect(rilieviDi({ ...e, percorso: undefined as never })).toContain(
      'percorsi/percorso-prova.json:-: non è JSON valido',
    )
  })
  plantIn(
    'a slug that is not the folder’s',
    [
      'banche/prova/banca.json:-: lo slug «altra» non corrisponde al nome con cui è salvato',
      'simulazioni/simulazione-prova.json:simulazione-prova: la banca prova non c’è',
    ],
    (e) => {
      e.banca.slug = 'altra'
    },
  )
})

describe('duplicates', () => {
  plantIn(
    'the same name twice',
    ['banche/prova/domande.json:prova-001: il nome è già usato in banche/prova/domande.json'],
    (e) => {
      ;(e.domande[1] as DomandaContent).id = 'prova-001'
    },
  )
  plantIn(
    'the same question with its answers shuffled',
    ['banche/prova/domande.json:prova-004: quasi uguale a prova-001 (100% in comune)'],
    (e) => {
      e.domande.push({ ...prima(e), id: 'prova-004', risposte: prima(e).risposte.toReversed(), corretta: 3 })
    },
  )
  it('a question that differs by one word is a near-duplicate', () => {
    const righe = rilieviDopo((e) => {
      const lunga =
        'In quale giorno dell’anno solare il fiume che attraversa la valle raggiunge la massima portata media'
      prima(e).testo = `${lunga}?`
      e.domande.push({ ...prima(e), id: 'prova-004', testo: `${lunga} stagionale?` })
    })
    expect(righe).toHaveLength(1)
    expect(righe[0]).toMatch(/^banche\/prova\/domande\.json:prova-004: quasi uguale a prova-001 \(\d\d% in comune\)$/)
  })
})

describe('answers', () => {
  plant('two equal answers', 'le risposte 1 e 3 sono uguali', (d) => {
    d.risposte = ['A caldo', 'A freddo', 'A caldo']
  })
  plant('two answers equal but for capitals and marks', 'le risposte 1 e 2 sono uguali', (d) => {
    d.risposte = ['Perché è calda', 'Perché e calda', 'Di notte']
  })
  it('formulas that differ by a sign are different', () => {
    expect(
      rilieviDopo((e) => {
        prima(e).risposte = ['=B4*$E$1', '=B4*E1', '(A AND B) OR C', 'A AND (B OR C)']
      }),
    ).toEqual([])
  })
  plant(
    'two answers that are not true and false',
    'con due risposte devono essere «Vero» e «Falso», in quest’ordine',
    (d) => {
      d.risposte = ['Sì', 'No']
    },
  )

  const molte = (e: Esempio, fa: (d: DomandaContent, i: number) => void) => {
    e.domande = Array.from({ length: 40 }, (_, i) => {
      const parola = `parola${i} fiume${i} monte${i} lago${i} valle${i}`
      const d = {
        ...prima(e),
        id: `prova-${100 + i}`,
        testo: `Quale ${parola}?`,
        risposte: [`Uno${i}`, `Due${i}`, `Tre${i}`, `Sei${i}`],
        corretta: (i % 4) + 1,
      }
      fa(d, i)
      return d
    })
    e.immagini.clear()
    delete e.simulazione.domande
  }
  it('right answers spread over the places have no findings', () => {
    expect(rilieviDopo((e) => molte(e, () => {}))).toEqual([])
  })
  it('a right answer always in one place', () => {
    const righe = rilieviDopo((e) =>
      molte(e, (d) => {
        d.corretta = 1
      }),
    )
    expect(righe).toEqual([
      'banche/prova/domande.json:-: le risposte corrette non sono distribuite fra le posizioni (chi quadro 120.0 con 3 gradi di libertà)',
    ])
  })
  it('a right answer too often the longest', () => {
    const righe = rilieviDopo((e) =>
      molte(e, (d, i) => {
        if (i < 20) d.risposte[d.corretta - 1] = `Risposta molto lunga ${i}`
      }),
    )
    expect(righe).toEqual([
      'banche/prova/domande.json:-: la risposta corretta è la più lunga nel 50% dei quesiti (massimo 40%)',
    ])
  })
})

describe('numbers', () => {
  plant(
    'an act with another year in the explanation',
    'il quesito nomina legge 241/1990, la spiegazione legge 241/1991',
    (d) => {
      d.testo = 'Che cosa regola la legge 241/1990?'
      d.spiegazione = 'La legge 7 agosto è la n. 241. La legge n. 241 del 1991 regola il procedimento.'
    },
  )
  plant(
    'an act with another number in the explanation',
    'il quesito nomina decreto legislativo 82/2005, la spiegazione decreto legislativo 28/2005',
    (d) => {
      d.testo = 'Che cosa regola il D.Lgs. 82/2005?'
      d.spiegazione = 'Il decreto legislativo 28/2005 regola i documenti. Si chiama anche Codice.'
    },
  )
  plant('an article that is not the source’s', 'il quesito nomina l’art. 5, la fonte è l’art. 3-bis', (d) => {
    d.testo = 'Che cosa dice l’art. 5 della legge di prova?'
  })
  plant('an article that is not the explanation’s', 'il quesito nomina l’art. 3-bis, la spiegazione l’art. 4', (d) => {
    d.testo = 'Che cosa dice l’art. 3-bis della legge di prova?'
    d.spiegazione = 'L’art. 4 dice tutto. Non occorre altro.'
  })
  plant(
    'a numeric answer that the explanation does not name',
    'la spiegazione non nomina il numero della risposta corretta (500)',
    (d) => {
      d.risposte = ['500', '600', '700']
    },
  )
  it('a number in words is named', () => {
    expect(
      rilieviDopo((e) => {
        prima(e).risposte = ['500.000', '600', '700']
        prima(e).spiegazione = 'Gli elettori sono cinquecentomila. Il numero è fisso.'
      }),
    ).toEqual([])
  })
})

describe('sources', () => {
  plantIn('a source that is not listed', [`${UNO}la fonte ALTRA non è in SOURCES.md`], (e) => {
    prima(e).fonte.atto = 'ALTRA'
  })
  plant('a norm without its article', 'per una norma (LEGGE) serve l’articolo', (d) => {
    d.fonte = { atto: 'LEGGE' }
  })
  plantIn('a standard without its place', [`${UNO}per ISO-1 serve il punto preciso, nella nota`], (e) => {
    e.fonti += '\n| `ISO-1` | standard | Uno standard di prova | 2026-01-31 |'
    prima(e).fonte = { atto: 'ISO-1' }
  })
  plantIn('a standard with a paragraph', [`${UNO}ISO-1 non è una norma: il punto va indicato nella nota`], (e) => {
    e.fonti += '\n| `ISO-1` | standard | Uno standard di prova | 2026-01-31 |'
    prima(e).fonte = { atto: 'ISO-1', comma: '2', nota: 'sez. 1' }
  })
  plant(
    'a question checked after its source',
    'verificata il 2026-02-01, dopo la fonte (2026-01-31): aggiornare SOURCES.md',
    (d) => {
      d.verificata_il = '2026-02-01'
    },
  )
  plantIn('a source that nobody cites', ['SOURCES.md:INUTILE: nessun quesito cita questa fonte'], (e) => {
    e.fonti += '\n| `INUTILE` | opera | Un libro mai aperto | 2026-01-31 |'
  })
  plantIn(
    'a source with a wrong date',
    ['SOURCES.md:LEGGE: la data di verifica «ieri» non è nella forma AAAA-MM-GG'],
    (e) => {
      e.fonti = '| `LEGGE` | norma | Legge di prova, 1 gennaio 2000, n. 1 | ieri |'
    },
  )
})

describe('images', () => {
  const LAGO = 'banche/prova/immagini/lago.png:-: '
  plantIn('an image that is missing', ['banche/prova/domande.json:prova-003: manca l’immagine lago.png'], (e) =>
    e.immagini.clear(),
  )
  plantIn(
    'an image that nobody uses',
    ['banche/prova/immagini/altra.png:-: nessun quesito usa questa immagine'],
    (e) => {
      e.immagini.set('altra.png', png(640, 20))
    },
  )
  plantIn('a JPEG named .png', [`${LAGO}non è un PNG`], (e) => {
    e.immagini.set('lago.png', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0xff, 0xd9]))
  })
  plantIn('a truncated PNG', [`${LAGO}il PNG è troncato`], (e) => {
    e.immagini.set('lago.png', png(640, 20).subarray(0, -12))
  })
  plantIn('a PNG with a flipped bit', [`${LAGO}il PNG è guasto (IDAT)`], (e) => {
    const byte = png(640, 20)
    byte[45] = (byte[45] as number) ^ 1
    e.immagini.set('lago.png', byte)
  })
  plantIn('an image too narrow for a phone', [`${LAGO}è larga 200 pixel, meno di 600`], (e) => {
    e.immagini.set('lago.png', png(200, 20))
  })
})

describe('links between files', () => {
  plant('a subject that the bank does not declare', 'la materia fuoco non è della banca', (d) => {
    d.materia = 'fuoco'
  })
  plantIn('a subject without questions', ['banche/prova/domande.json:-: la materia fuoco non ha quesiti'], (e) => {
    e.banca.materie.push({ slug: 'fuoco', nome: 'Fuoco' })
  })
  plant('a topic that is in no path', 'l’argomento 10;99;;;;; non è in nessun percorso', (d) => {
    d.argomenti = ['10;99;;;;;']
  })
  plantIn('a leaf without questions', ['percorsi/percorso-prova.json:12: «Fuoco» non ha quesiti'], (e) => {
    e.percorso.sotto_percorsi[0]?.sotto_percorsi?.push({ id_sotto_percorso: 12, nome: 'Fuoco' })
  })
  plantIn(
    'a number of sub-path used twice',
    ['percorsi/percorso-prova.json:10: il numero è già usato in percorsi/percorso-prova.json'],
    (e) => {
      e.percorso.sotto_percorsi[0]?.sotto_percorsi?.push({
        id_sotto_percorso: 10,
        nome: 'Natura',
        sotto_percorsi: [{ id_sotto_percorso: 13, nome: 'Acqua ferma' }],
      })
      prima(e).argomenti = ['10;10;13;;;;']
    },
  )
  plantIn(
    'a draw with an unknown question',
    [
      'simulazioni/simulazione-prova.json:simulazione-prova: il quesito prova-999 non è della banca',
      'simulazioni/simulazione-prova.json:simulazione-prova: il sorteggio ha 1 quesiti di acqua al posto di 2',
    ],
    (e) => {
      e.simulazione.domande = ['prova-001', 'prova-999']
    },
  )
  plantIn(
    'a simulation larger than its bank',
    ['simulazioni/simulazione-prova.json:simulazione-prova: servono 9 quesiti di acqua, la banca ne ha 3'],
    (e) => {
      e.simulazione.materie_simulazione = [{ materia: 'acqua', numero: 9 }]
      e.simulazione.numero_domande = 9
      delete e.simulazione.domande
    },
  )
  plantIn(
    'a threshold that nobody can reach',
    ['simulazioni/simulazione-prova.json:simulazione-prova: lo sbarramento 2 supera il punteggio massimo 1.5'],
    (e) => {
      e.simulazione.sbarramento = 2
    },
  )
})
