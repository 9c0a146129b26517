import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writtenRegolamento } from '#contract/regolamento'
import { MODELLI } from '#rules/regolamento/modelli'
import { readRegolamento } from '#rules/regolamento/read'
import type { WrittenPunti, WrittenRegolamento } from '#rules/regolamento/types'
import { checkForm } from '#src/features/prove/nuova/check-form'
import { toRegole } from '#src/features/prove/nuova/compose'
import { problemText } from '#src/features/prove/nuova/form-problems'
import { type AvailableMateria, EMPTY_FORM, type FormState, readForm } from '#src/features/prove/nuova/form-state'
import {
  openFullRegole,
  unknownMaterie,
  withDocument,
  withModello,
  writeDocument,
} from '#src/features/prove/nuova/regole/document'
import { readDocument } from '#src/features/prove/nuova/regole/read-document'
import { regoleProblems } from '#src/features/prove/nuova/regole/regole-problems'
import {
  EMPTY_REGOLE,
  fromDocument,
  newSezione,
  readTypedTime,
  toDocument,
  writeTypedTime,
} from '#src/features/prove/nuova/regole/typed-regole'
import { regoleDocumentText } from '#src/text/regole'

const MATERIE: AvailableMateria[] = [
  { id_materia: 11, materia: 'Diritto', n: 100, difficolta: [0, 40, 40, 20] },
  { id_materia: 12, materia: 'Logica', n: 30, difficolta: [0, 10, 10, 10] },
]
const complete = (parte: Partial<FormState>): FormState => ({
  ...EMPTY_FORM,
  minuti: '30',
  quote: { 11: 5, 12: 3 },
  origine: 'complete',
  ...parte,
})
/** What rules mean, whatever words they are written with. */
const senso = (d: WrittenRegolamento) => {
  const letto = readRegolamento(d)
  if (!letto.ok) throw new Error(JSON.stringify(letto.difetti))
  return letto.regolamento
}

describe('a full set of rules as a form', () => {
  it('every real competition goes through the form and keeps its meaning', () => {
    for (const { id, regole } of MODELLI)
      expect([id, senso(toDocument(fromDocument(regole)))]).toEqual([id, { ...senso(regole), ...MOSSE }])
  })

  it('every document of docs/operators/punteggi.md can be imported, and means the same', () => {
    const testo = readFileSync(new URL('../../docs/operators/punteggi.md', import.meta.url), 'utf8')
    const documenti = [...testo.matchAll(/```json regole\n([\s\S]*?)```/g)].map(([, json]) => json as string)
    expect(documenti.length).toBeGreaterThan(8)
    for (const json of documenti) {
      const letto = readDocument(json)
      if (!letto.ok) throw new Error(letto.frase)
      expect(senso(toDocument(fromDocument(letto.regole)))).toEqual({
        ...senso(letto.regole),
        ...MOSSE,
        sezioni: sezioniSenzaMaterie(letto.regole),
      })
    }
  })

  it('any rules go through the form and keep their meaning', () => {
    const punto = fc.integer({ min: -9999, max: 9999 }).map((n) => n / 1000)
    const terna = fc.tuple(punto, punto, punto).map((t) => [...t])
    const punti: fc.Arbitrary<WrittenPunti> = fc.oneof(
      fc.record({ tipo: fc.constant('fissi' as const), corretta: punto, sbagliata: punto, omessa: punto }),
      fc.record({
        tipo: fc.constant('per_difficolta' as const),
        corretta: terna,
        sbagliata: fc.oneof(punto, terna),
        omessa: terna,
      }),
      fc.record({ tipo: fc.constant('per_risposta' as const), omessa: punto }),
    )
    const conto = fc.integer({ min: 0, max: 200 })
    const sezione = fc.record(
      {
        domande: conto,
        punti,
        sbarramento: punto,
        durata: fc.integer({ min: 1, max: 86_399 }).map((s) => new Date(s * 1000).toISOString().slice(11, 19)),
      },
      { requiredKeys: [] },
    )
    const regole: fc.Arbitrary<WrittenRegolamento> = fc
      .record(
        {
          base: punto,
          punti,
          sezioni: fc.array(sezione, { minLength: 1, maxLength: 4 }),
          risposta_multipla: fc.constantFrom('omessa' as const, 'sbagliata' as const),
          minimo: punto,
          primi: fc.integer({ min: 1, max: 5000 }),
          pari_merito: fc.constantFrom('ammessi' as const, 'esclusi' as const),
          massimo: fc.integer({ min: 1, max: 100_000 }).map((n) => n / 1000),
          scala: fc.constantFrom(30, 100, 60.5),
        },
        { requiredKeys: [] },
      )
      .map(({ minimo, primi, pari_merito, sezioni, ...r }) => ({
        ...r,
        ...(sezioni && { sezioni: sezioni.map((s, i) => ({ ...s, nome: `S${i}` })) }),
        ammissione: {
          ...(minimo !== undefined && { minimo }),
          ...(primi !== undefined && { primi, ...(pari_merito && { pari_merito }) }),
        },
      }))
    fc.assert(
      fc.property(regole, (r) => {
        expect(senso(toDocument(fromDocument(r)))).toEqual(senso(r))
        // What is written can be read back as a document of the same form.
        expect(writtenRegolamento.safeParse(toDocument(fromDocument(r))).success).toBe(true)
      }),
    )
  })

  it('what is typed wrong is told where it stands, in words', () => {
    const r = {
      ...EMPTY_REGOLE,
      base: 'cento',
      minimo: '21,5555',
      graduatoria: 'posti' as const,
      posti: '800',
      sezioni: [
        { ...newSezione('Logica'), domande: '10', quote: ['3', '3', '3'] as const, tempo: 'un’ora' },
        { ...newSezione('Logica'), soglia: 'sei', domande: '1,5' },
      ],
    }
    expect(regoleProblems(r).map((d) => [d.campo, d.full])).toEqual([
      ['sezioni[0].domande', 'Sezione «Logica»: Facili, medie e difficili insieme non fanno le domande della sezione.'],
      ['sezioni[0].durata', 'Sezione «Logica»: Scrivi i minuti, da 1 a 1.440, oppure minuti:secondi.'],
      ['sezioni[1].domande', 'Sezione «Logica»: Scrivi un numero intero.'],
      ['sezioni[1].sbarramento', 'Sezione «Logica»: Scrivi un numero, al massimo con tre decimali: 0,75 o -0,25.'],
      ['sezioni', 'Due sezioni hanno lo stesso nome: cambiane uno.'],
      ['base', 'Scrivi un numero, al massimo con tre decimali: 0,75 o -0,25.'],
      ['ammissione.primi', 'Scrivi un numero intero.'],
      ['ammissione.minimo', 'Scrivi un numero, al massimo con tre decimali: 0,75 o -0,25.'],
      [
        'sezioni[1].durata',
        'Sezione «Logica»: Un’altra sezione ha i suoi minuti: scrivili anche qui, oppure toglili a tutte.',
      ],
    ])
    expect(regoleProblems(EMPTY_REGOLE)).toEqual([])
    const vuoti = { ...EMPTY_REGOLE, punti: { ...EMPTY_REGOLE.punti, omessa: ['', '', ''] as const } }
    expect(regoleProblems(vuoti).map((d) => d.campo)).toEqual(['sezioni[0].punti.omessa'])
    expect(checkForm(complete({ regole: r }), MATERIE).map(problemText)).toHaveLength(1)
  })

  it('sections are held to the questions that their subjects give', () => {
    const regole = {
      ...EMPTY_REGOLE,
      sezioni: ['Diritto', 'Logica'].map((n) => ({ ...newSezione(n), domande: '5' })),
    }
    expect(checkForm(complete({ regole }), MATERIE).map(problemText)).toEqual([
      'La sezione «Logica» vuole 5 domande, le sue materie ne danno 3.',
    ])
    expect(checkForm(complete({ regole, quote: { 11: 5, 12: 5 } }), MATERIE)).toEqual([])
  })

  it('a competition too large for the bank comes in proportion, with no section that cannot be filled', () => {
    for (const modello of MODELLI) {
      const m = withModello({ ...complete({}), minuti: '30' }, modello, MATERIE)
      // The subjects of other sections are for the person to place: nothing else is wrong.
      const difetti = checkForm(m, MATERIE).filter((d) => d.campo !== 'sezione')
      expect([modello.id, difetti.map(problemText)]).toEqual([modello.id, []])
    }
    const polizia = MODELLI.find((x) => x.id === 'polizia-difficolta')
    if (!polizia) throw new Error('model')
    const m = withModello(complete({}), polizia, MATERIE)
    expect(m.quote).toEqual({ 11: 5, 12: 3 })
    expect(checkForm(m, MATERIE)).toEqual([])
    const upp = MODELLI.find((x) => x.id === 'upp-8171-2021')
    if (!upp) throw new Error('model')
    const aperto = { ...complete({ origine: 'modello', modello: upp.id }) }
    const mie = { ...aperto, ...openFullRegole(aperto, MATERIE) }
    expect(toRegole(mie, [8], [])).toMatchObject({ massimo: 6, ammissione: { minimo: 4.2 } })
    expect(mie.quote).toEqual({ 11: 5, 12: 3 })
  })

  it('times are minutes, with seconds or hours when they are written', () => {
    expect(['75', '75:30', '1:15:30', ' 5 ', 'x', '1:2:3:4'].map(readTypedTime)).toEqual([
      '01:15:00',
      '01:15:30',
      '01:15:30',
      '00:05:00',
      'x',
      '1:2:3:4',
    ])
    for (const d of ['00:45:00', '01:15:30', '23:59:59']) expect(readTypedTime(writeTypedTime(d))).toBe(d)
  })

  it('the trial keeps the times of its sections, their points, the multiple marks and the ranking', () => {
    const m = withDocument(
      complete({}),
      {
        nome: 'Mio',
        punti: { tipo: 'fissi', corretta: 1, sbagliata: -0.33, omessa: 0 },
        risposta_multipla: 'sbagliata',
        sezioni: [
          { nome: 'Prima', materie: ['Logica'], domande: 4, durata: '00:10:00', sbarramento: 2 },
          {
            nome: 'Seconda',
            materie: [11],
            domande: 6,
            durata: '00:20:00',
            punti: { tipo: 'per_risposta', omessa: 0 },
          },
        ],
        ammissione: { minimo: 3, posti: 10, multiplo: 1.5, pari_merito: 'esclusi' },
        correzioni: 'mai',
        navigazione: 'solo_avanti',
        scala: 30,
      },
      MATERIE,
    )
    expect(m).toMatchObject({ minuti: '30', quote: { 11: 6, 12: 4 }, sezioneDi: { 11: 1, 12: 0 }, solo_avanti: true })
    expect(checkForm(m, MATERIE)).toEqual([])
    expect(senso(toRegole(m, [4, 6], []))).toMatchObject({
      risposta_multipla: 'sbagliata',
      ammissione: { minimo: 3000, primi: 15, pari_merito: false },
      navigazione: 'solo_avanti',
      correzioni: 'mai',
      scala: 30_000,
      sezioni: [
        { nome: 'Prima', domande: 4, durata: 600_000, sbarramento: 2000, punti: { tipo: 'fissi', sbagliata: -330 } },
        { nome: 'Seconda', domande: 6, durata: 1_200_000, punti: { tipo: 'per_risposta', omessa: 0 } },
      ],
    })
    // Out and in again: the same trial.
    const fuori = readDocument(JSON.stringify(writeDocument(m, MATERIE)))
    if (!fuori.ok) throw new Error(fuori.frase)
    expect(withDocument(complete({}), fuori.regole, MATERIE)).toEqual(m)
  })

  it('subjects that the bank does not have are told, by name or number', () => {
    const regole = {
      sezioni: [
        { nome: 'A', materie: ['Diritto', 'Chimica'] },
        { nome: 'B', materie: [12, 99] },
      ],
    }
    expect(unknownMaterie(regole, MATERIE)).toEqual(['Chimica', '99'])
    expect([['Chimica'], ['Chimica', '99']].map(regoleDocumentText.usate_senza)).toEqual([
      'Regole importate. «Chimica» qui non c’è: scegli tu la materia.',
      'Regole importate. «Chimica» e «99» qui non ci sono: scegli tu le materie.',
    ])
  })

  it('a document that is none is refused with what is wrong', () => {
    const frase = (testo: string) => {
      const letto = readDocument(testo)
      return letto.ok ? 'ok' : letto.frase
    }
    expect(
      [
        '{',
        '[]',
        '{"sezoni":[]}',
        '{"base":"x"}',
        '{"base":0.1234}',
        '{"sezioni":[{"nome":"A","durata":"1h"}]}',
        '{}',
      ].map(frase),
    ).toEqual([
      'Questo testo non è un documento JSON: controlla virgole e parentesi.',
      'Il documento non è un insieme di regole.',
      '«sezoni» non è un campo delle regole: toglilo o correggi il nome.',
      'In «base» il documento non è come deve: il valore manca o è di un altro tipo.',
      'In «base»: Scrivi un numero, al massimo con tre decimali: 0,75 o -0,25.',
      'In «sezioni[0].durata»: Scrivi i minuti, da 1 a 1.440, oppure minuti:secondi.',
      'ok',
    ])
    expect(frase(`{"nome":"${'a'.repeat(200_001)}"}`)).toBe('Il documento è troppo grande per essere di sole regole.')
  })

  it('templates kept with sections of their own open as full rules', () => {
    const vecchio = {
      ...JSON.parse(JSON.stringify(EMPTY_FORM)),
      origine: 'sezioni',
      numeri: { nome: '', corretta: '1', sbagliata: '0', omessa: '0', soglia: '6' },
      sezioni: [
        { nome: 'A', corretta: '1', sbagliata: '-0,5', omessa: '0', soglia: '2' },
        { nome: 'B', corretta: '2', sbagliata: '0', omessa: '0', soglia: '' },
      ],
    }
    const letto = readForm(vecchio)
    if (!letto) throw new Error('template')
    expect(letto.origine).toBe('complete')
    expect(senso(toDocument(letto.regole))).toMatchObject({
      ammissione: { minimo: 6000 },
      sezioni: [
        { nome: 'A', sbarramento: 2000, punti: { corretta: 1000, sbagliata: -500, omessa: 0 } },
        { nome: 'B', sbarramento: null, punti: { corretta: 2000, sbagliata: 0, omessa: 0 } },
      ],
    })
  })
})

/** Time and moves are asked elsewhere in the form. */
const MOSSE = { durata: null, navigazione: 'libera', correzioni: 'fino_alla_consegna', pausa: false }
const sezioniSenzaMaterie = (r: WrittenRegolamento) => senso(r).sezioni.map((s) => ({ ...s, materie: [] }))
