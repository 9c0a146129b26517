import { describe, expect, it } from 'vitest'
import { type BandiReading, readBandi } from '#importers/bandi/read-bandi'
import { deduceTipoEnte, readDeadline } from '#importers/bandi/values'

const whole = (text: string) => {
  const reading = readBandi(text)
  expect(reading).toHaveProperty('bandi')
  return reading as BandiReading
}
const ROW = {
  titolo: 'Due istruttori',
  ente: 'Comune di Prova',
  scadenza: '31/12/2026',
  url: 'https://prova.example/1',
}

describe('[BA6] calls of a file', () => {
  it('reads a list, a list under a name, lists by region and a table alike', () => {
    const one = whole(JSON.stringify([ROW])).bandi[0]
    expect(one).toMatchObject({
      nome: 'Due istruttori',
      ente: 'Comune di Prova',
      tipo_ente: 'ente-locale',
      scadenza_ms: Date.parse('2026-12-31T23:59:59.999+01:00'),
      pagina_ufficiale: 'https://prova.example/1',
      chiave: 'https://prova.example/1',
      area_geografica: null,
    })
    expect(whole(JSON.stringify({ bandi: [ROW] })).bandi[0]).toEqual(one)
    expect(whole(JSON.stringify({ 'Emilia Romagna': [ROW], Molise: [] })).bandi[0]).toEqual({
      ...one,
      regione: 'Emilia Romagna',
      area_geografica: 'nord-est',
    })
    const csv = 'Titolo;Ente;Scadenza;URL\nDue istruttori;Comune di Prova;31/12/2026;https://prova.example/1\n;;;\n'
    expect(whole(csv).bandi).toEqual([{ ...one, riga: 2 }])
  })

  it('reads every field, in the words that files use', () => {
    const [b] = whole(
      JSON.stringify([
        {
          ...ROW,
          tipo_ente: 'Forza di polizia',
          titolo_di_studio: 'laurea magistrale',
          settore: 'sanità',
          area: 'Isole',
          posti: '1.200',
          in_evidenza: 'sì',
          banche: '3, 4',
          descrizione: 'Prova\n scritta',
        },
      ]),
    ).bandi
    expect(b).toMatchObject({
      tipo_ente: 'forza-di-polizia',
      livello_istruzione: 'laurea-magistrale',
      settore: 'sanita',
      area_geografica: 'isole',
      posti: 1200,
      in_evidenza: true,
      banche: [3, 4],
      descrizione: 'Prova scritta',
    })
  })

  it.each([
    [{ titolo: '' }, 'nome', 'manca'],
    [{ ente: null }, 'ente', 'manca'],
    [{ scadenza: '' }, 'scadenza', 'manca'],
    [{ scadenza: '31/02/2026' }, 'scadenza', 'data'],
    [{ url: 'javascript:alert(1)' }, 'pagina_ufficiale', 'indirizzo'],
    [{ url: null }, 'pagina_ufficiale', 'manca'],
    [{ url: 'prova.example' }, 'pagina_ufficiale', 'indirizzo'],
    [{ settore: 'spaziale' }, 'settore', 'fuori elenco'],
    [{ regione: 'Atlantide' }, 'regione', 'fuori elenco'],
    [{ posti: 'molti' }, 'posti', 'numero'],
    [{ banche: ['x'] }, 'banche', 'numero'],
    [{ titolo: 'x'.repeat(301) }, 'nome', 'troppo lungo'],
  ])('%j is a defect of %s: %s', (change, campo, difetto) => {
    const { difetti } = whole(JSON.stringify([ROW, { ...ROW, url: 'https://prova.example/2', ...change }]))
    expect(difetti).toContainEqual(expect.objectContaining({ riga: 2, campo, difetto }))
  })

  it('says which call is there twice, which columns it does not use, which kinds it told by the name', () => {
    const { difetti, ignorati, dedotti } = whole(
      JSON.stringify([{ ...ROW, lat: '42' }, ROW, { ...ROW, lat: '', url: 'https://prova.example/3' }]),
    )
    expect(difetti).toEqual([{ riga: 2, campo: 'bando', difetto: 'ripetuto', valore: 'riga 1' }])
    expect([ignorati, dedotti]).toEqual([['lat'], 3])
  })

  it.each([
    ['', 'vuoto'],
    ['[]', 'vuoto'],
    ['{"a": 1}', 'json'],
    ['[1, 2]', 'json'],
    ['[{"a": ', 'json'],
    ['una riga sola', 'csv'],
    ['nome;ente;posti\na;b;1', 'campi'],
  ])('%j is no list of calls: %s', (text, motivo) => {
    expect(readBandi(text)).toEqual({ motivo })
  })

  it.each([
    ['1/7/2026', '2026-07-01T23:59:59.999+02:00'],
    ['2026-12-31', '2026-12-31T23:59:59.999+01:00'],
    ['2026-03-29', '2026-03-29T23:59:59.999+02:00'],
    ['2026-10-25', '2026-10-25T23:59:59.999+01:00'],
    ['31/12/2026 12:00', '2026-12-31T12:00:00+01:00'],
    ['2026-07-01 14:30', '2026-07-01T14:30:00+02:00'],
    ['2026-07-01T14:30:00+00:00', '2026-07-01T14:30:00Z'],
  ])('the deadline %s is %s', (written, iso) => {
    expect(readDeadline(written)).toBe(Date.parse(iso))
  })
  it.each(['domani', '2026-13-01', '31/12/2026 25:00', '12/31/2026', ''])('%s is no deadline', (written) => {
    expect(readDeadline(written)).toBeNull()
  })

  it.each([
    ['Azienda unità sanitaria locale n. 4 di Teramo', 'azienda-sanitaria'],
    ['UNIVERSITÀ DI BOLOGNA', 'universita'],
    ['Unione dei Comuni del Sorbara', 'ente-locale'],
    ['Agenzia delle Entrate', 'agenzia'],
    ['Estar', null],
    ['Comunione di beni', null],
  ])('%s is a body of kind %s', (ente, tipo) => {
    expect(deduceTipoEnte(ente)).toBe(tipo)
  })
})
