import { describe, expect, it } from 'vitest'
import { ERROR_CODES, type ErrorCode } from '#contract/errors'
import { LIVELLI } from '#rules/livello'
import { errorActionsText, errorCodeOf, errorMessage } from '#src/text/errors'
import { esercitazioneText } from '#src/text/esercitazione'
import {
  formatAgo,
  formatBytes,
  formatDate,
  formatDomande,
  formatDuration,
  formatNumber,
  formatToday,
} from '#src/text/formats'
import { BEST_FIRST, livelloName } from '#src/text/livelli'
import { storeHealthText } from '#src/text/store-health'
import { validationText } from '#src/text/validation'

describe('points of an answer', () => {
  it('one point is singular', () => {
    expect([1000, -1000, 750, 0, 2000].map(esercitazioneText.punti)).toEqual([
      '+1 punto',
      '−1 punto',
      '+0,75 punti',
      '0 punti',
      '+2 punti',
    ])
  })
})

describe('the sentence of an error', () => {
  it.each(ERROR_CODES)('%s says what happened in Italian and offers a way out [HT5][EB1]', (codice) => {
    const { text: testo, actions: vie } = errorMessage({ codice })
    expect(testo.length).toBeGreaterThan(20)
    expect(testo).toMatch(/^[A-ZÈ].*\.$/s)
    expect(testo).not.toMatch(/\b(?:undefined|NaN|null|Oops)\b|[{}!]|: \./)
    expect(vie.length).toBeGreaterThan(0)
    for (const via of vie) expect(errorActionsText.voci[via]).toBeTruthy()
  })

  it('[ER18] the code beside it has the missing feature, or the line of the server’s log', () => {
    expect(errorCodeOf({ codice: 'NON_TROVATO', dati: { gradino: 'asm' } })).toBe('NON_TROVATO')
    expect(errorCodeOf({ codice: 'WEBASSEMBLY_NOT_AVAILABLE', dati: { manca: 'BigInt' } })).toBe(
      'WEBASSEMBLY_NOT_AVAILABLE · BigInt',
    )
    expect(errorCodeOf({ codice: 'ERRORE_INTERNO', dati: { id: 'req-7' } })).toBe('ERRORE_INTERNO · req-7')
  })

  it('of a code that a newer page made is one to load the page again for', () => {
    const { text: testo, actions: vie } = errorMessage({ codice: 'DI_DOMANI' as ErrorCode })
    expect(testo).toContain('Ricaricala')
    expect(vie).toEqual(['ricarica'])
  })

  it('never holds what the server wrote for logs [HT4]', () => {
    for (const codice of ERROR_CODES)
      expect(errorMessage({ codice, detail: 'ECONNREFUSED 10.0.0.1' }).text).not.toContain('ECONNREFUSED')
  })

  it('is in a dialog titled Attenzione [EB1]', () => expect(errorActionsText.titolo).toBe('Attenzione'))

  it('names the missing fields [ER9]', () => {
    const testo = (campi: string[]) => errorMessage({ codice: 'MISSING_REQUIRED_PARAM', campi }).text
    expect(testo(['id_domanda'])).toBe('Manca un dato: domanda.')
    expect(testo(['id_domanda', 'rcode'])).toBe('Manca un dato: domanda e motivo.')
  })

  it('says how much space is needed and left, and for how long to wait [ER2][ER4][ER16]', () => {
    expect(
      errorMessage({ codice: 'INDEXEDDB_NOT_ENOUGH_SPACE', dati: { servono_mb: 1250, restano_mb: 80 } }).text,
    ).toContain('servono 1.250 MB, ne restano 80')
    expect(errorMessage({ codice: 'INDEXEDDB_LOW_SPACE', dati: { restano_mb: 12 } }).text).toContain('restano 12 MB')
    expect(errorMessage({ codice: 'RATE_LIMIT_EXCEEDED', dati: { secondi: 1 } }).text).toContain('tra 1 secondo.')
    expect(errorMessage({ codice: 'RATE_LIMIT_EXCEEDED', dati: { secondi: 300 } }).text).toContain('tra 5 minuti.')
  })

  it('has the texts that the specification fixes [EB3][EB16]', () => {
    expect(errorMessage({ codice: 'ACCESSO_FALLITO' }).text).toContain(
      'Si è verificato un errore durante il tentativo di accesso',
    )
    for (const codice of ['DEMO_ESAURITA', 'PREMIUM_SCADUTO'] as const)
      expect(errorMessage({ codice }).text).toMatch(/non è abilitato al download.*demo o premium esaurita/)
  })

  it('the state of the archive counts actions, never answers alone [SY10]', () => {
    const di = (eventi: number, mancanti = 0) =>
      storeHealthText.recupero({
        at: '2026-11-21T10:00:00.000+01:00',
        causa: 'danno',
        utente: true,
        eventi,
        mancanti,
        dallo_specchio: 0,
        banche: [],
      })
    expect(di(1)).toMatch(/1 azione in salvo tra risposte, preferite e livelli$/)
    expect(di(1200)).toContain('1.200 azioni in salvo')
    expect(di(12, 3)).toContain('3 mancanti')
    expect(di(12, 3)).not.toMatch(/\d rispost/)
  })

  it('says of a store put right what is there and what is missing, and promises of the server only what it was sent [SY10]', () => {
    const di = (eventi: number, mancanti: number) =>
      errorMessage({ codice: 'ARCHIVIO_RIPARATO', dati: { eventi, mancanti } }).text
    // Favourites, levels and readings are counted too.
    for (const [eventi, mancanti] of [
      [1, 0],
      [12, 0],
      [12, 3],
      [0, 5],
    ] as const) {
      expect(di(eventi, mancanti)).not.toMatch(/\d (?:risposta|risposte)/)
      expect(di(eventi, mancanti)).toMatch(/già inviat[oae].* torna(?:no)? dal server appena c’è rete/)
    }
    expect(di(1250, 0)).toContain('ricostruito con 1.250 delle tue azioni')
    expect(di(12, 0)).toContain('Non devi fare nulla')
    expect(di(12, 3)).toContain('Ne mancano 3')
    expect(di(12, 3)).toContain('le altre possono essere perse')
    expect(di(12, 1)).toContain('Ne manca 1: se era già inviata torna')
    expect(di(0, 5)).not.toContain('con 0')
  })

  it('tells too many devices what to do [EB5]', () =>
    expect(errorMessage({ codice: 'TROPPI_DISPOSITIVI', dati: { giorni: 7 } }).text).toBe(
      'Hai già usato troppi dispositivi negli ultimi 7 giorni. Accedi da uno che usi già oppure scrivi all’assistenza.',
    ))
})

it('the texts of the fields are those of the specification [VA1][VA2][VA3][VA4][VA5][VA6]', () => {
  expect(validationText).toMatchObject({
    EMAIL_NON_VALIDA: 'Formato email non valido',
    EMAIL_MANCANTE: 'Inserisci un indirizzo email',
    CAMPI_MANCANTI: 'Compilare tutti i campi',
    EMAIL_DIVERSA: "L'email non corrisponde a quella inserita",
    PASSWORD_DEBOLE: 'La password deve essere di 8 caratteri di cui almeno 1 numero ed almeno una lettera maiuscola',
    PASSWORD_DIVERSA: 'La password non corrisponde',
  })
})

describe('figures for a person', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [3480, '3.480'],
    [12132, '12.132'],
  ])('%i is written %s', (n, testo) => expect(formatNumber(n)).toBe(testo))

  it('one and many', () => {
    expect(formatDomande(1)).toBe('1 domanda')
    expect(formatDomande(0)).toBe('0 domande')
    expect(formatDomande(3480)).toBe('3.480 domande')
  })

  it.each([
    [0, '0 kB'],
    [1, '1 kB'],
    [639_001, '640 kB'],
    [12_600_000, '12,6 MB'],
    [2_340_000_000, '2,3 GB'],
  ])('%i bytes are %s', (byte, testo) => expect(formatBytes(byte)).toBe(testo))

  it.each([
    [0.4, 'circa 1 secondo'],
    [9, 'circa 9 secondi'],
    [59.9, 'circa 60 secondi'],
    [170, 'circa 3 minuti'],
    [7200, 'circa 2 h'],
    [12_000, 'circa 3 h 20 min'],
  ])('%d seconds are %s', (s, testo) => expect(formatDuration(s)).toBe(testo))

  it('dates and days', () => {
    expect(formatDate('2026-11-21T15:04:05.123+01:00')).toBe('21 nov 2026')
    expect(formatToday(new Date(2026, 10, 21, 12))).toBe('Sabato 21 novembre')
  })

  it('how long ago', () => {
    const ora = Date.parse('2026-11-21T12:00:00Z')
    expect(formatAgo('2026-11-21T11:59:30Z', ora)).toBe('adesso')
    expect(formatAgo('2026-11-21T11:58:00Z', ora)).toBe('2 minuti fa')
    expect(formatAgo('2026-11-21T09:00:00Z', ora)).toBe('3 ore fa')
    expect(formatAgo('2026-11-20T11:00:00Z', ora)).toBe('ieri')
  })
})

it('every level has its name, and bars show them all [LV1]', () => {
  expect(LIVELLI.map(livelloName)).toEqual(['Non risposte', 'Non le sai', 'Ripetile', 'Quasi', 'Le sai'])
  expect([...BEST_FIRST].sort((a, b) => a - b)).toEqual([...LIVELLI].sort((a, b) => a - b))
})
