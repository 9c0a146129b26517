import { describe, expect, it } from 'vitest'
import { esameOfModello, formatEsame, parseEsame } from '#rules/esame'
import { difficoltaUse } from '#rules/regolamento/difficolta'
import { provaDuration, readDuration, sezioniEnds } from '#rules/regolamento/duration'
import { MODELLI } from '#rules/regolamento/modelli'
import { scoreProva } from '#rules/regolamento/punteggio'
import { readRegolamento } from '#rules/regolamento/read'
import { assignSezioni } from '#src/features/prove/nuova/assign-sezioni'
import { checkForm } from '#src/features/prove/nuova/check-form'
import { documentOf, toRegole, withMoved } from '#src/features/prove/nuova/compose'
import { settleDifficolta } from '#src/features/prove/nuova/difficolta'
import { problemText } from '#src/features/prove/nuova/form-problems'
import {
  type AvailableMateria,
  apportion,
  EMPTY_FORM,
  type FormState,
  readForm,
  readPoints,
  readTime,
  sezioneOf,
  timeFields,
  toProvaFiltro,
} from '#src/features/prove/nuova/form-state'
import { nuovaProvaText } from '#src/features/prove/nuova-text'
import { formOfEsame } from '#src/features/prove/vero/form-vero'
import { regoleText as testiRegole } from '#src/text/prova'
import { fullRegoleText } from '#src/text/regole'
import { risultatiText } from '#src/text/risultati'
import { simulazioniText } from '#src/text/simulazioni'
import { veroText } from '#src/text/vero'

const MATERIE: AvailableMateria[] = [
  { id_materia: 11, materia: 'Diritto', n: 100, difficolta: [100, 0, 0, 0] },
  { id_materia: 12, materia: 'Logica', n: 10, difficolta: [10, 0, 0, 0] },
  { id_materia: 13, materia: 'Quesiti situazionali', n: 50, difficolta: [50, 0, 0, 0] },
]
const DETTA = (difficolta: number | null) => ({ corretta: 1, punti: null, difficolta: difficolta as 1 | 2 | 3 | null })
const modulo = (parte: Partial<FormState> = {}): FormState => ({
  ...EMPTY_FORM,
  minuti: '30',
  quote: { 11: 5 },
  ...parte,
})
const frasi = (m: FormState) => checkForm(m, MATERIE).map(problemText)

describe('the form of a custom trial', () => {
  it('[CT1] subjects are held to what the filters leave', () => {
    expect(frasi(modulo())).toEqual([])
    expect(frasi(modulo({ quote: {} }))).toEqual(['Scegli almeno una domanda.'])
    expect(frasi(modulo({ quote: { 12: 11 } }))).toEqual(['In «Logica» ne restano 10.'])
    expect(frasi(modulo({ quote: { 99: 3 } }))).toEqual(['Scegli almeno una domanda.'])
  })

  it('[CT2][EB21] a duration that is missing is said', () => {
    expect(frasi(modulo({ minuti: '' }))).toEqual(['Manca la durata della prova.'])
  })

  it('[VA10][EB21] a duration of zero or less is refused', () => {
    for (const parte of [{ minuti: '0' }, { ore: '0', minuti: '', secondi: '0' }, { minuti: '-5' }])
      expect(frasi(modulo(parte))).toEqual(['Il tempo della prova deve essere maggiore di zero.'])
    expect(frasi(modulo({ minuti: 'dieci' }))).toEqual(['Scrivi ore, minuti e secondi con numeri interi.'])
    expect(frasi(modulo({ ore: '25' }))).toEqual(['Una prova dura al massimo 24 ore.'])
  })

  it('[CT2] hours, minutes and seconds add up, ninety minutes too', () => {
    expect(readTime({ ore: '1', minuti: '2', secondi: '3' })).toBe(3_723_000)
    expect(toRegole(modulo({ minuti: '90' }), [5], []).durata).toBe('01:30:00')
    expect(timeFields(3_723_000)).toEqual({ ore: '1', minuti: '2', secondi: '3' })
  })

  it('[CT3] scores are decimals with a comma or a point, at most three places', () => {
    expect(['0,75', '-0.25', '−1', '+2', '0,3333', '', 'x'].map(readPoints)).toEqual([
      750,
      -250,
      -1000,
      2000,
      null,
      null,
      null,
    ])
    const regole = toRegole(
      modulo({ numeri: { corretta: '0,75', sbagliata: '-0,25', omessa: '0', soglia: '21' } }),
      [40],
      [],
    )
    expect(regole.punti).toEqual({ tipo: 'fissi', corretta: 0.75, sbagliata: -0.25, omessa: 0 })
    expect(regole.ammissione).toEqual({ minimo: 21 })
    expect(frasi(modulo({ numeri: { ...EMPTY_FORM.numeri, corretta: 'uno' } }))).toEqual([
      'Il punteggio «Corretta» non è un numero con al massimo tre decimali.',
    ])
  })

  it('filters ask only for what can be scored', () => {
    expect(toProvaFiltro(7, modulo({ quali: 'mai', preferite: true, testo: ' atto ', da: '3', a: ' ' }), 11)).toEqual({
      id_concorso: 7,
      conRisposta: true,
      stati: ['valida', 'contestata'],
      testo: 'atto',
      risposte: ['mai'],
      soloPreferiti: true,
      ix_start: 3,
      materie: [11],
    })
  })

  it.each([
    ['abc', '', 'Scrivi la posizione con un numero intero da 1 in su, oppure lascia vuoto.'],
    ['1', '2,5', 'Scrivi la posizione con un numero intero da 1 in su, oppure lascia vuoto.'],
    ['0', '9', 'Scrivi la posizione con un numero intero da 1 in su, oppure lascia vuoto.'],
    ['10', '9', 'La posizione finale viene prima di quella iniziale: scambiale.'],
  ])('a range from %j to %j is an error of the form, and filters nothing', (da, a, frase) => {
    expect(frasi(modulo({ da, a }))).toContain(frase)
    expect(toProvaFiltro(7, modulo({ da, a }))).not.toHaveProperty('ix_start')
    expect(frasi(modulo({ da: ' 3 ', a: '9' }))).not.toContain(frase)
    expect(toProvaFiltro(7, modulo({ da: ' 3 ', a: '9' }))).toMatchObject({ ix_start: 3, ix_end: 9 })
  })

  it('equal parts and proportions give the whole number, none beyond what there is', () => {
    expect(apportion(40, MATERIE, () => 1)).toEqual({ 11: 15, 12: 10, 13: 15 })
    expect(apportion(16, MATERIE, (d) => d.n)).toEqual({ 11: 10, 12: 1, 13: 5 })
    expect(apportion(1000, MATERIE, (d) => d.n)).toEqual({ 11: 100, 12: 10, 13: 50 })
    for (let n = 0; n <= 160; n++)
      expect(Object.values(apportion(n, MATERIE, (d) => d.n)).reduce((a, b) => a + b, 0)).toBe(n)
  })

  it('a real competition whole keeps threshold and best score, a part of it goes in proportion', () => {
    const m = modulo({ origine: 'modello', modello: 'ripam-3997-amm-13', ...timeFields(3_600_000) })
    expect(toRegole(m, [10, 15, 7, 8], [])).toMatchObject({
      massimo: 30,
      ammissione: { minimo: 21 },
      durata: '01:00:00',
    })
    expect(toRegole(m, [5, 7, 4, 4], [])).toMatchObject({ massimo: 15, ammissione: { minimo: 10.5 } })
  })

  it('every real competition can be sat in a bank that says no difficulty', () => {
    const tante = MATERIE.map((d) => ({ ...d, n: 500, difficolta: [500, 0, 0, 0] as const }))
    for (const { id, numero_domande, regole } of MODELLI) {
      const m = modulo({ origine: 'modello', modello: id, quote: { 11: numero_domande } })
      expect([id, checkForm(m, tante).map(problemText)]).toEqual([id, []])
      const domande = Array.from({ length: numero_domande }, () => DETTA(null))
      const { regole: scritte, non_valutate } = assignSezioni(
        m,
        domande,
        domande.map(() => 0),
      )
      expect([id, readRegolamento(scritte).ok, non_valutate]).toEqual([id, true, 0])
      expect(difficoltaUse(scritte)).toEqual({ punti: false, quote: false })
      const { punti, quote } = difficoltaUse(regole)
      expect(scritte.nome?.endsWith('senza divisione per difficoltà')).toBe(punti || quote)
    }
  })

  it('quotas by difficulty are followed in proportion where the bank says it, points too', () => {
    const m = modulo({ origine: 'modello', modello: 'polizia-difficolta', quote: { 11: 6, 12: 4 } })
    const dette: AvailableMateria[] = [
      { id_materia: 11, materia: 'Diritto', n: 8, difficolta: [0, 4, 2, 2] },
      { id_materia: 12, materia: 'Logica', n: 8, difficolta: [1, 0, 7, 0] },
    ]
    expect(checkForm(m, dette)).toEqual([])
    expect(settleDifficolta(m, documentOf(m), dette)).toMatchObject({ senza: false, ignote: 1, quote: [[3, 5, 2]] })
    const domande = [1, 1, 1, 2, 2, 2, null, 2, 3, 3].map(DETTA)
    const { regole, difficolta } = assignSezioni(
      m,
      domande,
      domande.map(() => 0),
      [true],
    )
    expect(regole).toMatchObject({ nome: 'Polizia, commissari e ispettori' })
    expect(regole.sezioni?.[0]).toMatchObject({ domande: 10, quote_difficolta: [3, 5, 2] })
    expect(difficolta).toEqual([1, 1, 1, 2, 2, 2, 0, 2, 3, 3])
    const letto = readRegolamento(regole)
    if (!letto.ok) throw new Error('rules')
    const domandeProva = difficolta.map((d) => ({
      sezione: 0,
      corretta: 1,
      punti: null,
      difficolta: (d || null) as 1 | 2 | 3 | null,
    }))
    // 3 × 1 + 5 × 2 (one of no difficulty is medium) + 2 × 3.
    expect(
      scoreProva(
        letto.regolamento,
        domandeProva,
        domande.map(() => [1]),
      ).punti,
    ).toBe(19_000)
  })

  it('quotas that the bank cannot give are told with what there is, and the way out starts', () => {
    const poche: AvailableMateria[] = [{ id_materia: 11, materia: 'Diritto', n: 60, difficolta: [0, 50, 9, 1] }]
    const m = modulo({ origine: 'modello', modello: 'polizia-difficolta', quote: { 11: 20 } })
    expect(checkForm(m, poche).map(problemText)).toEqual([
      'Per «Materie» servono 6 facili, 10 medie e 4 difficili; con queste scelte ci sono 50 facili, 9 medie e 1 difficile. Cambia materie o quante, oppure estrai senza seguire la difficoltà.',
    ])
    const senza = { ...m, senza_quote: true }
    expect(checkForm(senza, poche)).toEqual([])
    const { regole } = assignSezioni(senza, [1, 3].map(DETTA), [0, 0])
    expect(regole.nome).toBe('Polizia, commissari e ispettori, senza divisione per difficoltà')
    expect(regole.sezioni?.[0]?.punti?.tipo).toBe('per_difficolta')
    expect(regole.sezioni?.[0]?.quote_difficolta).toBeUndefined()
  })

  it('a subject belongs to the section that it is named after, unless chosen otherwise', () => {
    const m = modulo({ origine: 'modello', modello: 'ripam-2736-funzionari-2021' })
    expect(MATERIE.map((d) => sezioneOf(m, d.id_materia, d.materia))).toEqual([0, 0, 1])
    expect(sezioneOf({ ...m, sezioneDi: { 11: 1 } }, 11, 'Diritto')).toBe(1)
  })

  it('situational questions are scored by their grades whatever the rules of the others', () => {
    const chiave = { corretta: 1, punti: null, difficolta: null }
    const gradi = { corretta: null, punti: [750, 0, 375], difficolta: null }
    const con = assignSezioni(modulo(), [chiave, gradi, chiave], [0, 0, 0])
    expect(con).toMatchObject({ sezioni: [0, 0, 1], ordine: [0, 2, 1], non_valutate: 0 })
    expect(con.regole.sezioni?.map((s) => s.nome)).toEqual(['Domande', 'Quesiti situazionali'])
    expect(assignSezioni(modulo(), [chiave], [0]).regole.sezioni).toBeUndefined()
    const sole = assignSezioni(modulo(), [gradi, gradi], [0, 0])
    expect(sole).toMatchObject({ sezioni: [0, 0], ordine: [0, 1], non_valutate: 0 })
    expect(sole.regole.sezioni?.map((s) => s.nome)).toEqual(['Quesiti situazionali'])
    const ripam = modulo({ origine: 'modello', modello: 'ripam-2736-funzionari-2021' })
    expect(assignSezioni(ripam, [chiave, gradi], [0, 0])).toMatchObject({ sezioni: [0, 1], non_valutate: 0 })
    expect(assignSezioni(ripam, [chiave], [1]).non_valutate).toBe(1)
  })

  it('situational questions take their share of a section’s time with them: its timer stays, and the whole', () => {
    const chiave = { corretta: 1, punti: null, difficolta: null }
    const gradi = { corretta: null, punti: [750, 0, 375], difficolta: null }
    const m = modulo({
      ...{ origine: 'modello', modello: 'assistenti-giudiziari-2017-scritto', ...timeFields(9_000_000) },
    } as Partial<FormState>)
    const prova = (prima: number, seconda: number, situazionali: number) => {
      const domande = [
        ...Array.from({ length: prima }, () => chiave),
        ...Array.from({ length: situazionali }, () => gradi),
        ...Array.from({ length: seconda }, () => chiave),
      ]
      const scelte = domande.map((_, i) => (i < prima + situazionali ? 0 : 1))
      const { regole, sezioni } = assignSezioni(m, domande, scelte)
      const letto = readRegolamento(regole)
      if (!letto.ok) throw new Error(JSON.stringify(letto.difetti))
      return {
        scritte: regole.sezioni?.map((s) => s.durata),
        fini: sezioniEnds(letto.regolamento, 0, new Set(sezioni)),
        tutta: provaDuration(letto.regolamento, 0, new Set(sezioni)),
      }
    }
    const ORE = 9_000_000
    expect(prova(60, 60, 0)).toEqual({
      ...{ scritte: ['01:15:00', '01:15:00'], fini: [4_500_000, ORE], tutta: ORE },
    })
    expect(prova(50, 60, 10)).toEqual({
      scritte: ['01:02:30', '01:15:00', '00:12:30'],
      ...{ fini: [3_750_000, 8_250_000, ORE], tutta: ORE },
    })
    // All of one section: its whole time is theirs.
    expect(prova(0, 60, 10)).toEqual({
      scritte: ['01:15:00', '01:15:00', '01:15:00'],
      ...{ fini: [0, 4_500_000, ORE], tutta: ORE },
    })
  })

  it.each([
    [
      [1, 1],
      [0, 0],
      [600, 300, 0],
    ],
    [
      [2, 1],
      [1, 0],
      [400, 300, 200],
    ],
    [
      [7, 3],
      [3, 4],
      [420, 129, 351],
    ],
  ])(
    'the time of sections of %j questions that %j leave is divided among all of them, none lost',
    (domande, via, attese) => {
      const secondi = withMoved([{ durata: '00:10:00' }, { durata: '00:05:00' }], domande, via)?.map(
        (d) => (readDuration(d) ?? 0) / 1000,
      )
      expect(secondi).toEqual(attese)
      expect(secondi?.reduce((a, b) => a + b, 0)).toBe(900)
      expect(withMoved([{ durata: '00:10:00' }, {}], domande, via)).toBeNull()
    },
  )

  it('a template of another time opens with what it lacks as new; what is none is refused', () => {
    expect(readForm({ quote: { 11: 3 }, numeri: EMPTY_FORM.numeri })).toEqual({ ...EMPTY_FORM, quote: { 11: 3 } })
    expect(readForm(JSON.parse(JSON.stringify(modulo())))).toEqual(modulo())
    for (const dati of [null, 3, {}, { quote: {} }]) expect(readForm(dati)).toBeNull()
  })

  it('what is left is counted in words that agree: none, one, many', () => {
    expect([0, 1, 2, 3480].map(nuovaProvaText.restano)).toEqual([
      'Nessuna domanda con questi filtri.',
      'Ne resta una.',
      'Ne restano 2.',
      'Ne restano 3.480.',
    ])
    expect([1, 7].map(nuovaProvaText.difficolta_ignota)).toEqual([
      '1 domanda non dice la difficoltà: vale come una media.',
      '7 domande non dicono la difficoltà: valgono come medie.',
    ])
    expect(nuovaProvaText.difficolta_assente(true)).toContain('senza dividerle in facili, medie e difficili')
    expect(nuovaProvaText.difficolta_assente(false)).not.toContain('si estraggono')
    expect([simulazioniText.usi(0, 0), simulazioniText.usi(1, 0), simulazioniText.usi(2, 1)]).toEqual([
      'La classifica comincia con te',
      'Iniziata 1 volta, mai consegnata',
      'Iniziata 2 volte, consegnata 1 volta',
    ])
    expect([fullRegoleText.posti_breve('1', '1'), fullRegoleText.posti_breve('800', '4')]).toEqual([
      '1 volta 1 posto',
      '4 volte 800 posti',
    ])
    expect(testiRegole.per_difficolta([1000, 2000, 3000], [0, 0, 0], [-500, -500, -500])).toBe(
      'Ogni corretta vale +1 / +2 / +3, ogni errata 0, ogni omessa −0,5 (facile / media / difficile).',
    )
    expect([1, 2].flatMap((n) => Object.values(risultatiText.ripassa).map((dice) => dice(n)))).toEqual([
      'Ripassa l’errore',
      'Ripassa quella neutra',
      'Ripassa quella omessa',
      'Ripassa i 2 errori',
      'Ripassa le 2 neutre',
      'Ripassa le 2 omesse',
    ])
    expect([risultatiText.altre(1), risultatiText.altre(2)]).toEqual(['Mostra l’ultima', 'Mostra altre 2'])
  })
})

describe('[CT4] a trial as the exam is', () => {
  const esame = {
    ...{ fonte: 'Prova vera', domande: 40, corretta: 750, sbagliata: -250, soglia: 21_000, massimo: 30_000 },
    quote: [[12, 7]] as const,
  }

  it('asks its questions by its quotas, with its points, threshold and time, and cannot be paused', () => {
    const form = formOfEsame({ ...esame, durata: 3_600_000 }, MATERIE)
    if (!form) throw new Error('no form')
    expect(form.quote[12]).toBeGreaterThanOrEqual(7)
    expect(Object.values(form.quote).reduce((a, b) => a + b, 0)).toBe(40)
    expect(checkForm(form, MATERIE)).toEqual([])
    const read = readRegolamento(toRegole(form, [40], []))
    if (!read.ok) throw new Error('refused')
    expect(read.regolamento).toMatchObject({ durata: 3_600_000, pausa: false, ammissione: { minimo: 21_000 } })
    expect(read.regolamento.sezioni[0]?.punti).toMatchObject({ corretta: 750, sbagliata: -250, omessa: 0 })
  })

  it('costs what the exam asks for a blank, and tells its time with the account’s extra time', () => {
    const form = formOfEsame({ ...esame, omessa: -150 }, MATERIE)
    const read = form && readRegolamento(toRegole(form, [40], []))
    expect(read?.ok && read.regolamento.sezioni[0]?.punti).toMatchObject({ omessa: -150 })
    const timed = { ...esame, durata: 3_600_000 }
    expect(veroText.regole(timed, 0)).toMatch(/^40 domande, 60 minuti, soglia 21\./)
    expect(veroText.regole(timed, 30)).toMatch(/^40 domande, 78 minuti con il tuo 30% in più,/)
  })

  it('[FG1] [FG2] is sat on paper where it is asked for: no correction, and a double mark as the exam has it', () => {
    const rules = (multipla?: 'sbagliata') => {
      const form = formOfEsame({ ...esame, ...(multipla && { multipla }) }, MATERIE, true)
      const read = form && readRegolamento(toRegole(form, [40], []))
      return read?.ok ? read.regolamento : null
    }
    expect(rules()).toMatchObject({ correzioni: 'mai', risposta_multipla: 'omessa' })
    expect(rules('sbagliata')).toMatchObject({ correzioni: 'mai', risposta_multipla: 'sbagliata' })
    expect(parseEsame(formatEsame({ ...esame, multipla: 'sbagliata' }))?.multipla).toBe('sbagliata')
    const maeci = MODELLI.flatMap((m) => esameOfModello(m) ?? []).map((e) => e.multipla)
    expect(maeci).toContain('sbagliata')
  })

  it('has no end of its own where the time is unknown, and is none where questions are missing', () => {
    const form = formOfEsame(esame, MATERIE)
    const read = form && readRegolamento(toRegole(form, [40], []))
    expect(read?.ok && read.regolamento.durata).toBeNull()
    expect(formOfEsame({ ...esame, domande: 161 }, MATERIE)).toBeNull()
  })
})
