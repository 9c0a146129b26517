import { describe, expect, it } from 'vitest'
import type { NumberedDomanda } from '#contract/domanda'
import { SPIEGATA_FLAG } from '#contract/package'
import { type BancaToWrite, buildBanca, computeVersione, isVersioneOf } from '#importers/package/build-bank'
import { domanda, select, sqlite3 } from './numbered.ts'

const PLAIN = [domanda(1), domanda(2), domanda(3), domanda(4)]
const MATERIE = [{ id_materia: 1, materia: 'Diritto' }]
const BANCA: BancaToWrite = { id_concorso: 9, concorso: 'Banca', domande: PLAIN, materie: MATERIE, totali: 4 }

describe('what a bank file says beside its questions', () => {
  it('[VC1][VC2] lists the neighbours of each question, those of an annulled one left out', () => {
    const near = (posizione: number, testo: string, risposte: string[], altro: Partial<NumberedDomanda> = {}) =>
      domanda(posizione, { testo, risposte, ...altro })
    const domande = [
      near(1, 'Chi nomina il segretario generale del comune montano?', ['la giunta', 'il prefetto']),
      near(2, 'Da chi è nominato il segretario generale del comune montano?', ['la giunta', 'il sindaco']),
      near(3, 'Chi NON nomina il segretario generale del comune montano?', ['il prefetto', 'la giunta']),
      near(4, 'Chi nomina il segretario generale del comune montano?', ['la giunta', 'il sindaco'], {
        stato: 'annullata',
      }),
    ]
    const righe = (banca: BancaToWrite) =>
      select(buildBanca(sqlite3, banca), 'SELECT id_domanda, id_vicina, tipo FROM vicini ORDER BY id_domanda, posto')
    const all = righe({ ...BANCA, domande })
    expect(all.filter((r) => r.id_domanda === 1003)).toContainEqual({ id_domanda: 1003, id_vicina: 1001, tipo: 1 })
    expect(all.every((r) => r.id_domanda !== 1004 && r.id_vicina !== 1004)).toBe(true)
    expect(righe({ ...BANCA, domande, vicini: false })).toEqual([])
  })

  it('[VC6] says which questions are explained: then it is another version', () => {
    const con = { ...BANCA, domande: PLAIN.map((d, i) => ({ ...d, spiegata: i === 1 })) }
    const byte = buildBanca(sqlite3, con)
    const flags = select(byte, 'SELECT flags FROM domande ORDER BY posizione').map((r) => Number(r.flags))
    expect(flags.map((f) => (f & SPIEGATA_FLAG) !== 0)).toEqual([false, true, false, false])
    expect(select(byte, "SELECT valore FROM manifesto WHERE chiave = 'spiegazioni'")).toEqual([{ valore: '1' }])
    expect(computeVersione(con)).not.toBe(computeVersione(BANCA))
    expect([computeVersione(con), computeVersione(BANCA), 'altra', null].map((v) => isVersioneOf(con, v))).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect(isVersioneOf(BANCA, computeVersione(con))).toBe(false)
    expect(computeVersione({ ...BANCA, domande: PLAIN.map((d) => ({ ...d, spiegata: false })) })).toBe(
      computeVersione(BANCA),
    )
  })
})
