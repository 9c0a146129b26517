import { describe, expect, it } from 'vitest'
import { readRegolamento } from '#rules/regolamento/leggi'
import { MODELLI } from '#rules/regolamento/modelli'
import { assegna } from '#src/screens/esercitazione/nuova/assegna'
import { fraseDifetto } from '#src/screens/esercitazione/nuova/difetti'
import {
  campiTempo,
  controlla,
  type Disponibile,
  isPerDifficolta,
  MODULO_VUOTO,
  type Modulo,
  readModulo,
  readPunti,
  readTempo,
  ripartisci,
  sezioneDi,
  toFiltro,
  toRegole,
} from '#src/screens/esercitazione/nuova/modulo'

const MATERIE: Disponibile[] = [
  { id_materia: 11, materia: 'Diritto', n: 100 },
  { id_materia: 12, materia: 'Logica', n: 10 },
  { id_materia: 13, materia: 'Quesiti situazionali', n: 50 },
]
const modulo = (parte: Partial<Modulo> = {}): Modulo => ({ ...MODULO_VUOTO, minuti: '30', quote: { 11: 5 }, ...parte })
const frasi = (m: Modulo) => controlla(m, MATERIE).map(fraseDifetto)

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
    expect(readTempo({ ore: '1', minuti: '2', secondi: '3' })).toBe(3_723_000)
    expect(toRegole(modulo({ minuti: '90' }), [5], false).durata).toBe('01:30:00')
    expect(campiTempo(3_723_000)).toEqual({ ore: '1', minuti: '2', secondi: '3' })
  })

  it('[CT3] scores are decimals with a comma or a point, at most three places', () => {
    expect(['0,75', '-0.25', '−1', '+2', '0,3333', '', 'x'].map(readPunti)).toEqual([
      750,
      -250,
      -1000,
      2000,
      null,
      null,
      null,
    ])
    const regole = toRegole(
      modulo({ numeri: { nome: '', corretta: '0,75', sbagliata: '-0,25', omessa: '0', soglia: '21' } }),
      [40],
      false,
    )
    expect(regole.punti).toEqual({ tipo: 'fissi', corretta: 0.75, sbagliata: -0.25, omessa: 0 })
    expect(regole.ammissione).toEqual({ minimo: 21 })
    expect(frasi(modulo({ numeri: { ...MODULO_VUOTO.numeri, corretta: 'uno' } }))).toEqual([
      'Il punteggio «Esatta» non è un numero con al massimo tre decimali.',
    ])
  })

  it('filters ask only for what can be scored', () => {
    expect(toFiltro(7, modulo({ quali: 'mai', preferite: true, testo: ' atto ', da: '3', a: '0' }), 11)).toEqual({
      id_concorso: 7,
      conRisposta: true,
      testo: 'atto',
      risposte: ['mai'],
      soloPreferiti: true,
      ix_start: 3,
      materie: [11],
    })
  })

  it('equal parts and proportions give the whole number, none beyond what there is', () => {
    expect(ripartisci(40, MATERIE, () => 1)).toEqual({ 11: 15, 12: 10, 13: 15 })
    expect(ripartisci(16, MATERIE, (d) => d.n)).toEqual({ 11: 10, 12: 1, 13: 5 })
    expect(ripartisci(1000, MATERIE, (d) => d.n)).toEqual({ 11: 100, 12: 10, 13: 50 })
    for (let n = 0; n <= 160; n++)
      expect(Object.values(ripartisci(n, MATERIE, (d) => d.n)).reduce((a, b) => a + b, 0)).toBe(n)
  })

  it('a real competition whole keeps threshold and best score, a part of it goes in proportion', () => {
    const m = modulo({ origine: 'modello', modello: 'ripam-3997-amm-13', ...campiTempo(3_600_000) })
    expect(toRegole(m, [10, 15, 7, 8], false)).toMatchObject({
      massimo: 30,
      ammissione: { minimo: 21 },
      durata: '01:00:00',
    })
    expect(toRegole(m, [5, 7, 4, 4], false)).toMatchObject({ massimo: 15, ammissione: { minimo: 10.5 } })
  })

  it('every real competition without points by difficulty can be sat; the others are refused', () => {
    for (const { id, numero_domande, regole } of MODELLI) {
      const m = modulo({ origine: 'modello', modello: id })
      const domande = regole.sezioni?.map((s) => s.domande ?? 1) ?? [numero_domande]
      const perDifficolta = isPerDifficolta({ regole } as (typeof MODELLI)[number])
      if (perDifficolta) expect(controlla(m, MATERIE).map((d) => d.campo)).toContain('modello')
      else expect([id, readRegolamento(toRegole(m, domande, false)).ok]).toEqual([id, true])
    }
  })

  it('a subject belongs to the section that it is named after, unless chosen otherwise', () => {
    const m = modulo({ origine: 'modello', modello: 'ripam-2736-funzionari-2021' })
    expect(MATERIE.map((d) => sezioneDi(m, d.id_materia, d.materia))).toEqual([0, 0, 1])
    expect(sezioneDi({ ...m, sezioneDi: { 11: 1 } }, 11, 'Diritto')).toBe(1)
  })

  it('situational questions are scored by their grades whatever the rules of the others', () => {
    const chiave = { corretta: 1, punti: null }
    const gradi = { corretta: null, punti: [750, 0, 375] }
    const con = assegna(modulo(), [chiave, gradi, chiave], [0, 0, 0])
    expect(con).toMatchObject({ sezioni: [0, 0, 1], ordine: [0, 2, 1], non_valutate: 0 })
    expect(con.regole.sezioni?.map((s) => s.nome)).toEqual(['Domande', 'Quesiti situazionali'])
    expect(assegna(modulo(), [chiave], [0]).regole.sezioni).toBeUndefined()
    const ripam = modulo({ origine: 'modello', modello: 'ripam-2736-funzionari-2021' })
    expect(assegna(ripam, [chiave, gradi], [0, 0])).toMatchObject({ sezioni: [0, 1], non_valutate: 0 })
    expect(assegna(ripam, [chiave], [1]).non_valutate).toBe(1)
  })

  it('a template of another time opens with what it lacks as new; what is none is refused', () => {
    expect(readModulo({ quote: { 11: 3 }, numeri: MODULO_VUOTO.numeri })).toEqual({ ...MODULO_VUOTO, quote: { 11: 3 } })
    expect(readModulo(JSON.parse(JSON.stringify(modulo())))).toEqual(modulo())
    for (const dati of [null, 3, {}, { quote: {} }]) expect(readModulo(dati)).toBeNull()
  })
})
