import { describe, expect, it } from 'vitest'
import { type Esempio, rilieviDopo } from './esempio.ts'

const NOTIZIA = 'notizie/notizia-prova.json:'
const SIMULAZIONE = 'simulazioni/simulazione-prova.json:simulazione-prova: '

type Caso = [nome: string, righe: string[], cambia: (e: Esempio) => void]

/** Each fault, planted alone in a folder without faults, gives these lines and no other. */
const plant = (casi: Caso[]) => it.each(casi)('%s', (_, righe, cambia) => expect(rilieviDopo(cambia)).toEqual(righe))

describe('news', () => {
  plant([
    [
      'a bank that is not there',
      [`${NOTIZIA}notizia-prova: la banca assente non c’è`],
      (e) => {
        e.notizia.banche = ['assente']
      },
    ],
    [
      'a bank named twice',
      [`${NOTIZIA}notizia-prova: nomina due volte la stessa banca`],
      (e) => {
        e.notizia.banche = ['prova', 'prova']
      },
    ],
    [
      'a name that is not the file’s',
      [`${NOTIZIA}-: lo slug «altra» non corrisponde al nome con cui è salvato`],
      (e) => {
        e.notizia.slug = 'altra'
      },
    ],
    [
      'an unknown field',
      [`${NOTIZIA}-: il file: campi sconosciuti (scadenza)`],
      (e) => {
        Object.assign(e.notizia, { scadenza: '2026-12-31' })
      },
    ],
    [
      'a straight apostrophe',
      [`${NOTIZIA}notizia-prova: «L'acqua è poca.» usa l’apostrofo diritto al posto di ’`],
      (e) => {
        e.notizia.sommario = "L'acqua è poca."
      },
    ],
    [
      'a missing accent',
      [`${NOTIZIA}notizia-prova: «Un quesito in piu.» ha una parola senza accento`],
      (e) => {
        e.notizia.paragrafi[0] = 'Un quesito in piu.'
      },
    ],
    [
      'a long paragraph without its full stop',
      [`${NOTIZIA}notizia-prova: «Questo paragrafo è abbastanza lungo da s» non finisce con il punto`],
      (e) => {
        e.notizia.paragrafi[1] = 'Questo paragrafo è abbastanza lungo da sembrare vero ma non ha il punto'
      },
    ],
    [
      'two spaces in a title',
      [`${NOTIZIA}notizia-prova: «Il lago  si studia» ha due spazi di seguito`],
      (e) => {
        e.notizia.titolo = 'Il lago  si studia'
      },
    ],
  ])
  it('a news item of one paragraph, a date that is none', () => {
    const righe = rilieviDopo((e) => {
      e.notizia.paragrafi = ['Uno solo.']
      e.notizia.pubblicata_il = '31 gennaio'
    })
    expect(righe.map((r) => r.split(': valore')[0])).toEqual([`${NOTIZIA}-: paragrafi`, `${NOTIZIA}-: pubblicata_il`])
  })
})

describe('simulations over several banks and sections', () => {
  const sezioni = (...materie: { banca?: string; materia: string }[][]) => ({
    sezioni: materie.map((m, i) => ({ nome: `Parte ${i + 1}`, materie: m, punti: { tipo: 'per_risposta' } })),
  })
  plant([
    [
      'a subject of a bank that is not there',
      [`${SIMULAZIONE}la banca assente non c’è`],
      (e) => {
        e.simulazione.materie_simulazione = [{ banca: 'assente', materia: 'acqua', numero: 2 }]
      },
    ],
    [
      'a subject left out of the sections',
      [`${SIMULAZIONE}la materia prova/acqua non è in nessuna sezione`],
      (e) => {
        e.simulazione.regole = sezioni()
      },
    ],
    [
      'a subject in two sections',
      [`${SIMULAZIONE}la materia prova/acqua è in più sezioni`],
      (e) => {
        e.simulazione.regole = sezioni([{ materia: 'acqua' }], [{ banca: 'prova', materia: 'acqua' }])
      },
    ],
    [
      'a section with a subject that the simulation has not',
      [`${SIMULAZIONE}le sezioni nominano prova/aria, che non è nella simulazione`],
      (e) => {
        e.simulazione.regole = sezioni([{ materia: 'acqua' }, { materia: 'aria' }])
      },
    ],
  ])
  it('its own bank may be named', () =>
    expect(
      rilieviDopo((e) => {
        e.simulazione.materie_simulazione = [{ banca: 'prova', materia: 'acqua', numero: 2 }]
        e.simulazione.regole = sezioni([{ materia: 'acqua' }])
      }),
    ).toEqual([]))
})
