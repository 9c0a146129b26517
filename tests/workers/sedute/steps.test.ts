import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Seduta, type SedutaEvent, stepSeduta, type TipoSeduta } from '#rules/seduta/machine'
import { isTransition, STATE_AFTER, TRANSITION_TO } from '#rules/seduta/states'
import { apri, codice, type Mondo, nuovaSeduta, value } from '../mondo.ts'

const N = 60
const places = [0, 1, 2, 59, 60]
const IN_UN_POSTO = ['apri', 'rispondi', 'annulla', 'segna', 'vedi'] as const
const evento: fc.Arbitrary<SedutaEvent> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ tipo: fc.constantFrom(...IN_UN_POSTO), indice: fc.constantFrom(...places) }) },
  { weight: 1, arbitrary: fc.constantFrom(...Object.values(TRANSITION_TO).map((tipo) => ({ tipo }))) },
)

/** The call of the store that takes a step. `date`: event of the answer at each place. */
function take({ db, at, id }: Mondo, seduta: string, e: SedutaEvent, date: Map<number, string>) {
  if (isTransition(e)) return db.updateSeduta({ id: seduta, stato: STATE_AFTER[e.tipo], at: at() })
  const { tipo, indice } = e
  const id_evento = id()
  if (tipo === 'apri') return db.updateSeduta({ id: seduta, indice, at: at() })
  if (tipo === 'segna') return db.saveSegno({ id: seduta, indice, da_rivedere: true, escluse: 0 })
  if (tipo === 'annulla') return db.undo({ id_evento_annullato: date.get(indice) ?? 'nessuno', at: at(), id_evento })
  const modalita = tipo === 'vedi' ? 'LETTA' : 'ESEGUITA'
  if (tipo === 'rispondi' && !date.has(indice)) date.set(indice, id_evento)
  const dove = { id_concorso: 1, id_domanda: 100_001 + Math.min(indice, N - 1), id_seduta: seduta, indice }
  return db.answer({ ...dove, risposta: 1, modalita, at: at(), id_evento })
}

describe.each(['ESERCITAZIONE', 'LETTA', 'ASCOLTATA', 'ASSEGNA_RISPOSTE'] as const)(
  'the store and the rules, %s',
  (tipo) => {
    it('[EX1] [EX13] take the same steps and end in the same state', async () => {
      const mondo = await apri()
      let round = 0
      await fc.assert(
        fc.asyncProperty(fc.array(evento, { maxLength: 12 }), async (lista) => {
          const id = `s${round++}`
          value(await mondo.db.createSeduta(nuovaSeduta({ id, tipo, at: mondo.at() })))
          let atteso: Seduta = { tipo, stato: 'in_corso', n: N, indice: 0, prese: new Set() }
          const date = new Map<number, string>()
          for (const e of lista) {
            const passo = stepSeduta(atteso, e)
            const esito = await take(mondo, id, e, date)
            // What is taken back has no place of its own in the call: an answer that nobody gave is one code for all.
            const visto = e.tipo === 'annulla' && !esito.ok && !passo.ok ? passo.codice : codice(esito)
            expect([e, visto]).toEqual([e, passo.ok ? 'ok' : passo.codice])
            if (!passo.ok && e.tipo === 'rispondi' && !atteso.prese.has(e.indice)) date.delete(e.indice)
            if (!passo.ok) continue
            if (e.tipo === 'annulla') date.delete(e.indice)
            atteso = passo.seduta
          }
          const { stato, indice, risposte } = value(await mondo.db.readSeduta({ id }))
          expect({ stato, indice, prese: risposte.map((r) => r.indice) }).toEqual({
            stato: atteso.stato,
            indice: atteso.indice,
            prese: [...atteso.prese].sort((a, b) => a - b),
          })
        }),
        { numRuns: 25 },
      )
    })
  },
)

describe('a sitting of another kind', () => {
  it('is TIPO_ESERCITAZIONE_ERRATO: trials and reviews do not begin by themselves', async () => {
    const { db, at } = await apri()
    const strani = ['PROVA_PERSONALIZZATA', 'SIMULAZIONE', 'RIVEDI_PROVA', 'RIEPILOGO', 'toString']
    for (const tipo of strani as TipoSeduta[])
      expect(codice(await db.createSeduta(nuovaSeduta({ tipo, at: at() })))).toBe('TIPO_ESERCITAZIONE_ERRATO')
    expect(value(await db.listAperte({ id_concorso: null }))).toEqual([])
  })

  it('[D22] takes no answer where one only reads, and nothing is recorded', async () => {
    const { db, at, id } = await apri()
    value(await db.createSeduta(nuovaSeduta({ tipo: 'LETTA', at: at() })))
    const base = { id_concorso: 1, id_domanda: 100_001, risposta: 1, id_seduta: 'seduta-1', indice: 0 }
    const esito = await db.answer({ ...base, modalita: 'ESEGUITA', at: at(), id_evento: id() })
    expect(codice(esito)).toBe('TIPO_ESERCITAZIONE_ERRATO')
    expect(value(await db.countUnsynced()).totale).toBe(0)
  })

  it('[EX14] a trial is not paused, moved or delivered but by its own rules', async () => {
    const { db, at, id } = await apri()
    const regole = {
      versione: 1 as const,
      sezioni: [{ nome: 'Unica', domande: 2, punteggio: { corretta: 1, errata: 0, omessa: 0 } }],
      durata: '00:10:00',
    }
    const scelte = Int32Array.of(100_001, 100_002)
    const prova = { regole, sezioni: [0, 0], difficolta: [0, 0], tempo_aggiuntivo: 0, simulazione: null, sfida: null }
    const nuova = { ...nuovaSeduta({ tipo: 'PROVA_PERSONALIZZATA', at: at() }), scelte, prova }
    value(await db.createProva(nuova as Parameters<typeof db.createProva>[0]))
    for (const passo of [{ indice: 1 }, { stato: 'in_pausa' as const }, { stato: 'consegnata' as const }])
      expect(codice(await db.updateSeduta({ id: 'seduta-1', ...passo, at: at() }))).toBe('TIPO_ESERCITAZIONE_ERRATO')
    const base = { id_concorso: 1, id_domanda: 100_001, risposta: 1, id_seduta: 'seduta-1', indice: 0 }
    const esito = await db.answer({ ...base, modalita: 'ESEGUITA', at: at(), id_evento: id() })
    expect(codice(esito)).toBe('TIPO_ESERCITAZIONE_ERRATO')
    expect(value(await db.readProva({ id: 'seduta-1', at: at() }))).toMatchObject({ stato: 'in_corso', indice: 0 })
  })
})
