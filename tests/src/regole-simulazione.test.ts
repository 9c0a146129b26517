import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Simulazione } from '#contract/schemas'
import type { Regolamento, WrittenRegolamento } from '#rules/regolamento/types'
import { isEnded } from '#src/domain/simulazioni-state'
import { fullRegole, shortRegole } from '#src/features/simulazioni/regole-in-words'
import { sezioniLines } from '#src/text/regolamento-lines'

const CARTELLA = new URL('../../content/simulazioni/', import.meta.url)

/** A shipped simulation as the list of the server tells it. */
function spedita(slug: string): Simulazione {
  const letta = JSON.parse(readFileSync(new URL(`${slug}.json`, CARTELLA), 'utf8'))
  const { sezioni, ...regole } = letta.regole ?? {}
  return {
    ...{ id_simulazione: 1, attiva: true, data_inserimento: '2026-11-01T00:00:00.000Z', data_scadenza: null },
    ...{ id_concorso: 1, descrizione: letta.descrizione, ente: '', concorso: '', anno: null, durata: letta.durata },
    ...{ numero_domande: letta.numero_domande, numero_download: 0, numero_esecuzioni: 0, sbarramento: null },
    ...{ punteggio_risposte_corrette: 1, punteggio_risposte_sbagliate: 0, punteggio_non_risposte: 0 },
    materie_simulazione: [],
    regole: {
      durata: letta.durata,
      ...regole,
      sezioni: sezioni.map(({ materie: _materie, ...s }: { materie: unknown }) => s),
    },
  }
}
const con = (regole: WrittenRegolamento): Simulazione => ({ ...spedita('scuola-50-quesiti'), regole })

describe('the rules of a simulation before it begins', () => {
  it('points by difficulty, the whole threshold and the one of every section, in the list and in the dialog', () => {
    const attese = [
      'Ogni corretta vale +1 / +2 / +3, ogni errata 0, ogni omessa 0 (facile / media / difficile).',
      'Si passa con 114 su 190.',
      'In ogni sezione si passa con 19.',
    ]
    const polizia = spedita('polizia-cinque-sezioni')
    expect(shortRegole(polizia)).toEqual(attese)
    const intere = fullRegole(polizia, 0)
    expect(intere).toEqual(expect.arrayContaining(attese))
    expect(intere[0]).toMatch(/^5 sezioni: Diritto costituzionale, Diritto amministrativo, /)
  })

  it('the first so many with ties', () => {
    expect(shortRegole(spedita('ministeri-60-quesiti'))).toEqual([
      'Ogni corretta vale +1, ogni errata −0,33, ogni omessa 0.',
      'Passano i primi 1.875, pari merito compresi.',
    ])
  })

  it('a timer that is not enforced is not announced: another section has none, or no question', () => {
    const sezioni = [
      { nome: 'Cultura', durata: undefined as string | undefined },
      { nome: 'Logica', durata: '00:20:00' },
    ]
    const parziali = con({ durata: '01:00:00', sezioni })
    expect([...shortRegole(parziali), ...fullRegole(parziali, 0)].join()).not.toContain('per questa sezione')
    const ogni = sezioni.map((s) => ({ nome: s.nome, durata: 20 * 60_000 })) as unknown as Regolamento['sezioni']
    expect(sezioniLines({ sezioni: ogni }, 50)).toEqual([
      'Cultura: 30 minuti per questa sezione.',
      'Logica: 30 minuti per questa sezione.',
    ])
    expect(sezioniLines({ sezioni: ogni }, 0, new Set([1]))).toEqual([])
    const tre = [...ogni, { nome: 'Lingua', durata: 60_000 }] as unknown as Regolamento['sezioni']
    expect(sezioniLines({ sezioni: tre }, 0, new Set([0, 2]))).toEqual([
      'Cultura: 20 minuti per questa sezione.',
      'Lingua: 1 minuto per questa sezione.',
    ])
  })

  it('situational grades, timers of sections with extra time, only forward, no corrections', () => {
    const fissi = { tipo: 'fissi' as const, corretta: 1, sbagliata: 0, omessa: 0 }
    const s = con({
      sezioni: [
        { nome: 'Conoscenze', punti: fissi, durata: '00:20:00' },
        { nome: 'Situazioni', punti: { tipo: 'per_risposta', omessa: 0 }, durata: '00:10:00' },
      ],
      navigazione: 'solo_avanti',
      correzioni: 'mai',
    })
    expect(shortRegole(s)).toEqual([
      'Conoscenze: ogni corretta vale +1, ogni errata 0, ogni omessa 0.',
      'Situazioni: ogni risposta ha i suoi punti.',
      'Conoscenze: 20 minuti per questa sezione.',
      'Situazioni: 10 minuti per questa sezione.',
      'Si va solo avanti: una domanda lasciata non si riapre.',
      'Una risposta data non si cambia e non si annulla.',
    ])
    expect(fullRegole(s, 50)).toEqual(
      expect.arrayContaining([
        'Conoscenze: 30 minuti per questa sezione.',
        'Le sezioni si aprono una alla volta: finito il tempo, una sezione si chiude e si apre la successiva.',
      ]),
    )
  })

  it('a list kept from before tells the three numbers', () => {
    const { regole: _regole, ...vecchia } = spedita('scuola-50-quesiti')
    expect(shortRegole({ ...vecchia, sbarramento: 21 })).toEqual([
      'Ogni corretta vale +1, ogni errata 0, ogni omessa 0.',
      'Si passa con 21.',
    ])
  })

  it('ends at its date and not before', () => {
    const fine = '2026-12-01T00:00:00.000Z'
    expect(isEnded({ data_scadenza: fine }, Date.parse(fine) - 1)).toBe(false)
    expect(isEnded({ data_scadenza: fine }, Date.parse(fine))).toBe(true)
    expect(isEnded({ data_scadenza: null }, Date.parse(fine))).toBe(false)
  })
})
