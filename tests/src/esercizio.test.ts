import { describe, expect, it } from 'vitest'
import type { Domanda } from '#contract/database'
import { correctPosition } from '#rules/esito'
import { arrangeAnswers, gradeOf, namesLetters } from '#src/components/seduta/answer-order'
import { negativeRanges } from '#src/components/seduta/negative-words'
import { announcement, spokenEsito } from '#src/features/sedute/exercise/announcement'
import { movesOn } from '#src/features/sedute/exercise/moves-on'
import { makeDomanda } from './domanda.ts'

const domanda = (parte: Partial<Domanda> = {}): Domanda =>
  makeDomanda({
    id_domanda: 42,
    id_concorso: 7,
    testo: 'Chi nomina il Presidente del Consiglio?',
    risposte: ['Il Presidente della Repubblica', 'Il Senato', 'La Camera', 'La Corte costituzionale'],
    ...parte,
  })
const scelta = (risposta: number, esito: 'corretta' | 'errata' | 'nulla', salvata = true) => ({
  risposta,
  esito,
  salvata,
  id_evento: 'e',
  livello_prima: -99 as const,
})

describe('the answers on screen', () => {
  it('[EX9] letters follow the place, positions stay the printed ones', () => {
    const voci = arrangeAnswers(domanda(), { seme: 3, mescola: true, regola_risposte: 2 })
    expect(voci.map((v) => v.letter)).toEqual(['A', 'B', 'C', 'D'])
    expect(voci.map((v) => v.posizione).sort()).toEqual([1, 2, 3, 4])
    for (const v of voci) expect(v.text).toBe(domanda().risposte[v.posizione - 1])
  })

  it('[EX9] the same seed gives the same order, some seed another one', () => {
    const ordine = (seme: number) =>
      arrangeAnswers(domanda(), { seme, mescola: true, regola_risposte: 2 }).map((v) => v.posizione)
    expect(ordine(3)).toEqual(ordine(3))
    expect(new Set(Array.from({ length: 30 }, (_, s) => ordine(s).join())).size).toBeGreaterThan(5)
  })

  it('[EX11] the printed order is one toggle away', () => {
    expect(arrangeAnswers(domanda(), { seme: 3, mescola: false, regola_risposte: 2 }).map((v) => v.posizione)).toEqual([
      1, 2, 3, 4,
    ])
  })

  it('the best grade of a situational question counts as right', () => {
    const punti = [0, 750, 375]
    expect(correctPosition({ corretta: null, punti })).toBe(2)
    expect([1, 2, 3].map((p) => gradeOf(punti, p))).toEqual(['peggiore', 'migliore', 'media'])
    expect(correctPosition({ corretta: null, punti: null })).toBeNull()
  })

  it('an explanation that names letters is told apart from the preposition', () => {
    expect(namesLetters('La risposta A è quella giusta.')).toBe(true)
    expect(namesLetters('Si risponde a chi chiede; A Roma.')).toBe(false)
  })
})

describe('what is said after an answer', () => {
  const voci = arrangeAnswers(domanda(), { seme: 3, mescola: false, regola_risposte: 2 })

  it('a wrong answer names the right one by its letter on screen and its text', () => {
    expect(announcement(domanda(), voci, scelta(2, 'errata', false))).toBe(
      'Risposta errata, la risposta corretta è A: Il Presidente della Repubblica.',
    )
  })

  it('the level is said only when the store has committed it', () => {
    expect(announcement(domanda(), voci, scelta(1, 'corretta', false))).toBe('Risposta corretta.')
    const dopo = domanda()
    dopo.statistica.livello_conoscenza = -1
    expect(announcement(dopo, voci, scelta(1, 'corretta'))).toBe('Risposta corretta. Livello: Ripetila.')
  })

  it('[LV8] without a key it says that there is none, and that no level moves', () => {
    const detto = spokenEsito(domanda({ corretta: null, chiave: 'assente' }), scelta(2, 'nulla'))
    expect(detto.text).toBe('Senza risposta ufficiale')
    expect(detto.nota).toContain('il livello non cambia')
  })

  it('[EN18][LV8] annulled it says so and names the published answer, whichever was chosen', () => {
    const annullata = domanda({ stato: 'annullata' })
    for (const risposta of [1, 2]) {
      expect(spokenEsito(annullata, scelta(risposta, 'nulla'))).toMatchObject({
        tone: 'neutra',
        text: 'Domanda annullata',
      })
      expect(announcement(annullata, voci, scelta(risposta, 'nulla'))).toBe(
        'Domanda annullata. La risposta pubblicata era A: Il Presidente della Repubblica. L’ente l’ha annullata: non è né corretta né errata e il livello non cambia.',
      )
    }
    expect(spokenEsito(domanda({ stato: 'annullata', corretta: null }), scelta(1, 'nulla')).text).toBe(
      'Domanda annullata',
    )
    expect(spokenEsito(annullata, scelta(2, 'errata')).text).toBe('Risposta errata')
  })

  it('[LV8] the middle grade of a situational question is neither right nor wrong', () => {
    const graduata = domanda({ corretta: null, punti: [0, 750, 375], risposte: ['x', 'y', 'z'] })
    expect(spokenEsito(graduata, scelta(3, 'nulla')).tone).toBe('neutra')
    expect(spokenEsito(graduata, scelta(2, 'corretta')).text).toBe('Risposta più efficace')
    expect(spokenEsito(graduata, scelta(1, 'errata')).text).toBe('Risposta meno efficace')
  })
})

describe('[EX4] the next question by itself', () => {
  const base = { esito: 'corretta', avanti_da_sola: true, indice: 0, n: 3, reducedMotion: false } as const

  it('after a right answer', () => expect(movesOn(base)).toBe(true))
  it('never after a wrong or a neutral one', () => {
    expect(movesOn({ ...base, esito: 'errata' })).toBe(false)
    expect(movesOn({ ...base, esito: 'nulla' })).toBe(false)
  })
  it('never past the last question, never when switched off, never with reduced motion', () => {
    expect(movesOn({ ...base, indice: 2 })).toBe(false)
    expect(movesOn({ ...base, avanti_da_sola: false })).toBe(false)
    expect(movesOn({ ...base, reducedMotion: true })).toBe(false)
  })
})

describe('words that deny', () => {
  const parole = (testo: string) => negativeRanges(testo).map(([a, b]) => testo.slice(a, b))

  it.each([
    ['Quale tra i seguenti NON è un organo del Comune?', ['NON']],
    ['Sono organi costituzionali tutti i seguenti, tranne:', ['tranne']],
    ['Individuare l’affermazione errata:', ['errata']],
    ['Quale delle seguenti affermazioni è falsa?', ['falsa']],
    ['Quale dei seguenti non è un reato?', ['non']],
    ['Tutti gli atti, ad eccezione di quelli riservati', ['ad eccezione']],
    ['Indicare l’alternativa NON corretta', ['NON']],
    ['Non è un ufficio del Comune:', ['Non']],
    ['Non rientra tra i compiti del sindaco:', ['Non']],
    ['Non si può chiedere una proroga', ['Non']],
    ['12. Non fanno parte della giunta:', ['Non']],
    ['Secondo il regolamento, una delle seguenti frasi non è corretta:', ['non']],
    ['Il segretario non può firmare:', ['non']],
    ['La proroga del termine non si applica?', ['non']],
    ['Sono atti dovuti tutti i seguenti, salvo:', ['salvo']],
    ['Dal conto dei giorni è escluso:', ['escluso']],
    ['Individuare la parola da escludere:', ['da escludere']],
    ['Tutti gli uffici sono aperti, fuorché uno', ['fuorché']],
  ])('%s', (testo, attese) => expect(parole(testo)).toEqual(attese))

  it.each([
    'Il minore non accompagnato ha diritto all’istruzione.',
    'Il reato di falso ideologico è punito:',
    'Il falso in bilancio riguarda:',
    'Il Comune nonostante il parere decide.',
    'Il signor Falso chiede un documento.',
    'Non tutti i colleghi sono arrivati:',
    'Non riesci a finire il lavoro in tempo:',
    'Non essendo presente il sindaco, firma:',
    'Non è arrivato nessuno allo sportello. Come ti comporti?',
    '"Non esiste un ufficio chiuso": è una frase:',
    'Il testo che non è stato firmato:',
    'Che cosa accade se il dirigente non può firmare?',
    'Chi firma quando il sindaco è assente e il vicesindaco non può?',
    'Gli atti di natura non vincolante:',
    'Il termine è di trenta giorni, salvo diversa disposizione della legge:',
    'I soci che sono stati esclusi:',
    'La parola “fuorché” introduce:',
    'La proroga altro non è che:',
    'Quale complemento contiene la frase: Anna oggi non è contenta?',
    'Il collega non ti saluta e ne parli con il tuo responsabile dopo la riunione.',
  ])('leaves alone: %s', (testo) => expect(parole(testo)).toEqual([]))

  it('places never overlap and stand in order', () => {
    const testo = 'Quale NON è errata, tranne quella falsa che non è vera?'
    const trovati = negativeRanges(testo)
    for (let i = 1; i < trovati.length; i++) expect(trovati[i]?.[0]).toBeGreaterThanOrEqual(trovati[i - 1]?.[1] ?? 0)
    expect(parole(testo)).toContain('NON')
  })
})
