import { describe, expect, it } from 'vitest'
import { type Esempio, rilieviDopo } from './esempio.ts'

const BANDO = 'bandi/bando-prova.json:'
const GRUPPO = 'gruppi/gruppo-prova.json:'
const NOTIZIA = 'notizie/notizia-prova.json:'
const SIMULAZIONE = 'simulazioni/simulazione-prova.json:simulazione-prova: '

type Caso = [nome: string, righe: string[], cambia: (e: Esempio) => void]

/** Each fault, planted alone in a folder without faults, gives these lines and no other. */
const plant = (casi: Caso[]) => it.each(casi)('%s', (_, righe, cambia) => expect(rilieviDopo(cambia)).toEqual(righe))

describe('calls', () => {
  plant([
    [
      'an example that does not say so',
      [`${BANDO}-: nome: valore non ammesso (un esempio comincia con «Esempio: »)`],
      (e) => {
        e.bando.nome = 'Custode del lago'
      },
    ],
    [
      'an example with an official page',
      [`${BANDO}-: pagina_ufficiale: valore non ammesso (un esempio non ha una pagina ufficiale)`],
      (e) => {
        e.bando.pagina_ufficiale = 'https://www.example.com/bando'
      },
    ],
    [
      'a name that is not the file’s',
      [`${BANDO}-: lo slug «altro» non corrisponde al nome con cui è salvato`],
      (e) => {
        e.bando.slug = 'altro'
      },
    ],
    [
      'an unknown field',
      [`${BANDO}-: il file: campi sconosciuti (scadenza)`],
      (e) => {
        Object.assign(e.bando, { scadenza: '2026-12-31' })
      },
    ],
    [
      'a bank that is not there',
      [`${BANDO}bando-prova: la banca assente non c’è`],
      (e) => {
        e.bando.banche = ['assente']
      },
    ],
    [
      'a bank named twice',
      [`${BANDO}bando-prova: nomina due volte la stessa banca`],
      (e) => {
        e.bando.banche = ['prova', 'prova']
      },
    ],
    [
      'a straight apostrophe',
      [`${BANDO}bando-prova: «L'acqua è poca.» usa l’apostrofo diritto al posto di ’`],
      (e) => {
        e.bando.descrizione = "L'acqua è poca."
      },
    ],
  ])

  it.each([
    ['tipo_ente', 'circolo'],
    ['livello_istruzione', 'asilo'],
    ['settore', 'caccia'],
    ['area_geografica', 'luna'],
    ['scade_dopo_giorni', 0],
    ['scade_dopo_giorni', 400],
    ['posti', 0],
    ['banche', []],
  ])('%s cannot be %s', (campo, valore) => {
    const righe = rilieviDopo((e) => Object.assign(e.bando, { [campo]: valore }))
    expect(righe).toHaveLength(1)
    expect(righe[0]).toContain(`${BANDO}-: ${campo}: valore non ammesso`)
  })

  it('a real call has its name and may have its page', () =>
    expect(
      rilieviDopo((e) => {
        e.bando.esempio = false
        e.bando.nome = 'Custode del lago'
        e.bando.pagina_ufficiale = 'https://www.example.com/bando'
      }),
    ).toEqual([]))

  it('a page is reached over https', () => {
    const righe = rilieviDopo((e) => {
      e.bando.esempio = false
      e.bando.pagina_ufficiale = 'http://www.example.com/bando'
    })
    expect(righe[0]).toContain(`${BANDO}-: pagina_ufficiale: valore non ammesso`)
  })
})

describe('groups and news', () => {
  plant([
    [
      'two entries with one name',
      [`${NOTIZIA}notizia-prova: il nome è già usato in gruppi/gruppo-prova.json`],
      (e) => {
        e.notizia.titolo = e.gruppo.nome
      },
    ],
    [
      'a group on a bank that is not there',
      [`${GRUPPO}gruppo-prova: la banca assente non c’è`],
      (e) => {
        e.gruppo.banche = ['assente']
      },
    ],
    [
      'a missing accent in a rule of a group',
      [`${GRUPPO}gruppo-prova: «Un quesito in piu.» ha una parola senza accento`],
      (e) => {
        e.gruppo.regole = ['Un quesito in piu.']
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
  it('a group of one, a news item of one paragraph, a date that is none', () => {
    const righe = rilieviDopo((e) => {
      e.gruppo.posti = 1
      e.notizia.paragrafi = ['Uno solo.']
      e.notizia.pubblicata_il = '31 gennaio'
    })
    expect(righe.map((r) => r.split(': valore')[0])).toEqual([
      `${GRUPPO}-: posti`,
      `${NOTIZIA}-: paragrafi`,
      `${NOTIZIA}-: pubblicata_il`,
    ])
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
