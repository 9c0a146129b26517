import { describe, expect, it } from 'vitest'
import { TIPI_PUBBLICATI } from '#contract/gestione/contenuti'
import { type Entry, entryFields, readEntry } from '#contract/written-entry'
import { italianClock, makeKey, shownFields, toDraft, toEntry } from '#src/gestione/contenuti/entry-draft'
import { entryText } from '#src/gestione/contenuti/entry-text'

const NEWS: Entry<'notizie'> = {
  ...{ chiave: 'prima', titolo: 'Prima notizia', sommario: 'In breve', paragrafi: ['Uno.', 'Due.'] },
  ...{ pubblicata_il: '2026-11-20', link: null, banche: [3, 7] },
}
const BANDO: Entry<'bandi'> = {
  ...{ ente: 'Comune di Prova', nome: 'Due posti', pagina_ufficiale: 'https://bando.example/due', posti: 2 },
  ...{ scadenza: '2026-12-31T11:30:00.000Z', descrizione: null, tipo_ente: 'ente-locale', livello_istruzione: null },
  ...{ settore: null, area_geografica: null, regione: 'Lazio', in_evidenza: true, banche: [] },
}
const there = (tipo: 'notizie' | 'bandi', voce: object) => {
  const fields = entryFields(tipo)
  return toEntry(fields, toDraft(fields, { ...voce }))
}

describe('[OP57] the form of an entry', () => {
  it('shows an entry and makes the same one of it', () => {
    expect([there('notizie', NEWS), there('bandi', BANDO)]).toEqual([NEWS, BANDO])
  })

  it('asks for each field of the contract in its own way, and names it', () => {
    const kinds = (tipo: (typeof TIPI_PUBBLICATI)[number]) =>
      Object.fromEntries(shownFields(tipo, entryFields(tipo)).map(({ nome, genere }) => [nome, genere]))
    expect(kinds('notizie')).toEqual({
      ...{ titolo: 'testo', sommario: 'testo_lungo', paragrafi: 'righe', pubblicata_il: 'giorno' },
      ...{ link: 'indirizzo', banche: 'banche' },
    })
    expect(kinds('banner')).toEqual({
      ...{ titolo: 'testo', testo: 'testo_lungo', link: 'indirizzo', azione: 'testo', dal: 'giorno', al: 'giorno' },
    })
    expect(kinds('bandi')).toMatchObject({
      ...{
        pagina_ufficiale: 'indirizzo',
        scadenza: 'istante',
        posti: 'numero',
        settore: 'scelta',
        in_evidenza: 'si_no',
      },
    })
    expect([entryText.facoltativo('Posti'), entryText.facoltativo('Area geografica')]).toEqual([
      ...['Posti (facoltativi)', 'Area geografica (facoltativa)'],
    ])
    for (const tipo of TIPI_PUBBLICATI)
      for (const { nome } of shownFields(tipo, entryFields(tipo))) expect(entryText.campi).toHaveProperty(nome)
  })

  it('names what is missing or wrong by its field', () => {
    const fields = entryFields('gruppi')
    const draft = { ...toDraft(fields, {}), link: 'gruppo', posti: '1', regole: `Si tace\n\n${'a'.repeat(201)}` }
    const { difetti } = readEntry('gruppi', { ...toEntry(fields, draft), chiave: makeKey('Città!', 'k1') })
    expect(difetti.map(({ campo, frase }) => [campo, frase])).toEqual([
      ['nome', 'manca'],
      ['descrizione', 'manca'],
      ['regole.1', 'supera 200 caratteri'],
      ['posti', 'è meno di 2'],
      ['link', 'non è un indirizzo https'],
    ])
    expect(entryText.difetto('supera 200 caratteri', 2)).toBe('Riga 2: supera 200 caratteri.')
  })

  it('makes a key of any title, and shows an instant on Italian clocks', () => {
    expect(makeKey('Àncora: è già «qui»?', 'k1')).toBe('ancora-e-gia-qui-k1')
    expect(makeKey('…', 'k1')).toBe('k1')
    expect(readEntry('notizie', { ...NEWS, chiave: makeKey('x'.repeat(120), 'mh3k2a9z') }).difetti).toEqual([])
    expect(italianClock('2026-07-01T21:59:59.999Z')).toBe('2026-07-01T23:59')
    expect(italianClock('2026-07-01T08:00')).toBe('2026-07-01T08:00')
    expect(readEntry('bandi', { ...BANDO, scadenza: '2026-07-01T08:00' }).difetti).toEqual([])
  })
})
