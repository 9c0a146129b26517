import { describe, expect, it } from 'vitest'
import { apri, codice, domandaDiProva, value } from '../mondo.ts'

const CHI = 'Chi nomina il segretario generale del comune montano'
const STEMS = [CHI, `${CHI}?`, 'Chi NON nomina il segretario generale del comune montano?']
const RISPOSTE = [
  ['la giunta', 'il prefetto'],
  ['la giunta', 'il sindaco'],
  ['il prefetto', 'la giunta'],
]

/** The first three questions are near one another; the second is explained. */
const cambia = (d: ReturnType<typeof domandaDiProva>) =>
  d.posizione > 3
    ? d
    : {
        ...d,
        testo: STEMS[d.posizione - 1] as string,
        risposte: RISPOSTE[d.posizione - 1] as string[],
        corretta: 1,
        spiegata: d.posizione === 2,
      }

const [PRIMA, SECONDA, TERZA] = [1, 2, 3].map((n) => domandaDiProva(1, n).id_domanda) as [number, number, number]
const near = (id_domanda: number) => ({ id_concorso: 1, id_domanda })

describe('questions near one another on the device', () => {
  it('[VC4][VC8] come with their texts, the twin before the trap; no network is asked', async () => {
    const { db } = await apri({ cambia })
    const read = value(await db.readVicini(near(PRIMA)))
    expect(read.map(({ tipo, domanda }) => [tipo, domanda.id_domanda])).toEqual([
      ['gemella', SECONDA],
      ['trappola', TERZA],
    ])
    expect(read[1]?.domanda).toMatchObject({ testo: STEMS[2], corretta: 1 })
    expect(value(await db.readVicini(near(domandaDiProva(1, 5).id_domanda)))).toEqual([])
    expect(value(await db.readVicineFra({ id_concorso: 1, id_domande: [TERZA, SECONDA, PRIMA] }))).toContainEqual([
      PRIMA,
      SECONDA,
    ])
    expect(value(await db.readVicineFra({ id_concorso: 1, id_domande: [PRIMA] }))).toEqual([])
    expect(codice(await db.readVicini({ id_concorso: 99, id_domanda: 1 }))).toBe('CONCORSO_NON_TROVATO')
  })

  it('[VC4] a file of before lists none and does not say what is explained', async () => {
    const altera = "DROP TABLE vicini; DELETE FROM manifesto WHERE chiave = 'spiegazioni'"
    const { db } = await apri({ cambia, altera })
    expect(value(await db.readVicini(near(PRIMA)))).toEqual([])
    const [domanda] = value(await db.readDomande({ id_concorso: 1, id_domande: [PRIMA] }))
    expect(domanda?.spiegata).toBeNull()
    expect(value(await db.hasSpiegazioni())).toBe(true)
  })

  it('[VC7] in today’s sitting the twin of a known question comes last of its subject, still unanswered', async () => {
    const mondo = await apri({ cambia: (d) => ({ ...cambia(d), id_materia: 11 }) })
    const { db, at } = mondo
    const piano = { data_prova: null, scelto: null, riposo: [], pesi: [] }
    const oggi = async () => [...value(await db.readOggi({ ...piano, id_concorso: 1, n: 100, at: at() })).scelte]
    expect((await oggi()).indexOf(SECONDA)).toBe(1)
    value(await db.setLivello({ ...near(PRIMA), livello: 1, at: at(), id_evento: mondo.id() }))
    const after = await oggi()
    const unseen = after.filter((id) => id !== PRIMA)
    expect(unseen.at(-1)).toBe(SECONDA)
    const [twin] = value(await db.readDomande({ id_concorso: 1, id_domande: [SECONDA] }))
    expect(twin?.statistica.livello_conoscenza).toBe(-99)
  })

  it('[VC6] each question says whether it is explained, and the device whether any is', async () => {
    const { db } = await apri({ cambia })
    const read = value(await db.readDomande({ id_concorso: 1, id_domande: [PRIMA, SECONDA] }))
    expect(read.map(({ spiegata }) => spiegata)).toEqual([false, true])
    expect(value(await db.hasSpiegazioni())).toBe(true)
    const without = await apri({ id_concorso: 2 })
    expect(value(await without.db.hasSpiegazioni())).toBe(false)
  })
})
