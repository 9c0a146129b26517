import { describe, expect, it } from 'vitest'
import { errorMessage } from '#src/text/errors'
import { VERSION } from '#workers/core/schema'
import { apri, codice, giusta, nuovaSeduta, rispondi, sbagliata, UTENTE, value } from '../mondo.ts'

describe('answer', () => {
  it('[LV2] [LV5] a right answer to an untouched question gives RIPETILE', async () => {
    const mondo = await apri()
    const { statistica, esito } = value(await rispondi(mondo, 1, giusta(1)))
    expect(esito).toBe('corretta')
    expect(statistica).toMatchObject({ livello_conoscenza: -1, risposta_gettonata: giusta(1), modalita: 'ESEGUITA' })
  })

  it('[LV3] a wrong answer to an untouched question gives NON_LE_SAI', async () => {
    const mondo = await apri()
    expect(value(await rispondi(mondo, 1, sbagliata(1))).statistica.livello_conoscenza).toBe(-2)
  })

  it('[LV7] marks the record unsynced with its date', async () => {
    const mondo = await apri()
    const { statistica } = value(await rispondi(mondo, 1, 1))
    expect(statistica.sincronizzata).toBe(0)
    expect(statistica.data_eseguita).toBe('2026-11-21T10:00:02.000+01:00')
  })

  it('takes subject, position, image and key from the bank file', async () => {
    const mondo = await apri()
    expect(value(await rispondi(mondo, 6, 1)).statistica).toMatchObject({
      id_materia: 11,
      indice_uff: 6,
      has_image: 1,
      has_risposta: 1,
    })
    expect(value(await rispondi(mondo, 7, 1)).statistica).toMatchObject({ has_image: 0, has_risposta: 0 })
  })

  it('[LV8] the middle grade of a situational question and a question without key move no level', async () => {
    const mondo = await apri()
    const grades = [3, 1, 2]
    const esiti = await Promise.all(grades.map((risposta) => rispondi(mondo, 5, risposta)))
    expect(esiti.map((e) => value(e).esito)).toEqual(['nulla', 'corretta', 'errata'])
    expect(value(await rispondi(mondo, 7, 1))).toMatchObject({
      esito: 'nulla',
      statistica: { livello_conoscenza: -99 },
    })
  })

  it('[PG3] a neutral answer makes its question a seen one, of the bank and of its subject', async () => {
    const mondo = await apri()
    value(await rispondi(mondo, 5, 3))
    const [banca] = value(await mondo.db.listBanche())
    expect(banca).toMatchObject({ viste: 1, per_livello: { '-99': 60 } })
    const { materie, totale } = value(await mondo.db.completamento({ id_concorso: 1 }))
    expect([totale.viste, ...materie.map((m) => m.viste)].filter((n) => n > 0)).toEqual([1, 1])
  })

  it('[EN18][LV8] an answer to an annulled question is recorded, moves no level, and is found neither right nor wrong', async () => {
    const mondo = await apri({ cambia: (d) => (d.posizione <= 2 ? { ...d, stato: 'annullata' } : d) })
    const dati = [value(await rispondi(mondo, 1, 2)), value(await rispondi(mondo, 2, 2))]
    for (const { esito, statistica } of dati) {
      expect(esito).toBe('nulla')
      expect(statistica).toMatchObject({ livello_conoscenza: -99, risposta_gettonata: 2, modalita: 'ESEGUITA' })
    }
    value(await rispondi(mondo, 3, 1))
    const trovate = async (risposte: readonly ('corretta' | 'errata' | 'nulla')[]) => {
      const filtro = { id_concorso: 1, risposte }
      return [...value(await mondo.db.selectDomande({ filtro, ordine: 'UFFICIALE', seme: 0 })).posizioni]
    }
    expect([await trovate(['corretta']), await trovate(['errata']), await trovate(['nulla'])]).toEqual([
      [],
      [3],
      [1, 2],
    ])
    const [before] = value(await mondo.db.readDomande({ id_concorso: 1, id_domande: [100_001] }))
    expect(before).toMatchObject({ stato: 'annullata', corretta: 2 })
  })

  it('[EX8] LETTA and ASCOLTATA record their date and move no level', async () => {
    const { db, banca, at, id } = await apri()
    const base = {
      id_concorso: 1,
      id_domanda: banca.domande[0]!.id_domanda,
      risposta: 1,
      id_seduta: null,
      indice: null,
    }
    value(await db.answer({ ...base, modalita: 'LETTA', at: at(), id_evento: id() }))
    const { statistica } = value(await db.answer({ ...base, modalita: 'ASCOLTATA', at: at(), id_evento: id() }))
    expect(statistica).toMatchObject({ livello_conoscenza: -99, risposta_gettonata: null })
    expect(statistica.data_letta).not.toBeNull()
    expect(statistica.data_ascoltata).not.toBeNull()
  })

  it('the same event id twice changes nothing and answers the same', async () => {
    const { db, banca, at } = await apri()
    const args = {
      id_concorso: 1,
      id_domanda: banca.domande[0]!.id_domanda,
      risposta: giusta(1),
      modalita: 'ESEGUITA',
      at: at(),
      id_evento: 'uno',
      id_seduta: null,
      indice: null,
    } as const
    const first = value(await db.answer(args))
    expect(value(await db.answer(args))).toEqual(first)
  })

  it('refuses an answer that the question does not have, and writes nothing', async () => {
    const mondo = await apri()
    for (const risposta of [0, 3, 1.5, Number.NaN])
      expect(codice(await rispondi(mondo, 4, risposta))).toBe('IMPOSSIBILE_SELEZIONARE_RISPOSTA')
    expect(value(await mondo.db.countUnsynced()).totale).toBe(0)
  })

  it('[ER12] an unknown question is DOMANDA_NON_TROVATA', async () => {
    const mondo = await apri()
    expect(codice(await rispondi(mondo, 61, 1))).toBe('DOMANDA_NON_TROVATA')
  })

  it('a date that cannot be read is refused before anything is written', async () => {
    const mondo = await apri()
    expect(codice(await rispondi({ ...mondo, at: () => '21/11/2026' }, 1, 1))).toBe('RICHIESTA_NON_VALIDA')
    expect(value(await mondo.db.countUnsynced()).totale).toBe(0)
  })

  it('[MG5] a clock set back still gives a later date', async () => {
    const mondo = await apri()
    const { statistica } = value(await rispondi(mondo, 1, 1))
    const back = { ...mondo, at: () => '2020-01-01T00:00:00.000+01:00' }
    const after = value(await rispondi(back, 1, 1)).statistica
    expect(Date.parse(after.data_eseguita!)).toBe(Date.parse(statistica.data_eseguita!) + 1)
  })

  it('[EX13] survives closing and opening again', async () => {
    const mondo = await apri()
    const { statistica } = value(await rispondi(mondo, 1, giusta(1)))
    value(await mondo.db.close())
    expect(codice(await rispondi(mondo, 1, 1))).toBe('ARCHIVIO_NON_APERTO')
    const apertura = value(await mondo.db.open({ id_utente: UTENTE }))
    expect(apertura).toMatchObject({ versione: VERSION, da_sincronizzare: 1 })
    const [domanda] = value(await mondo.db.readDomande({ id_concorso: 1, id_domande: [100_001] }))
    expect(domanda!.statistica).toEqual(statistica)
  })
})

describe('setLivello and setPreferiti', () => {
  const target = { id_concorso: 1, id_domanda: 100_003 }

  it('[LV6] sets any valid level and refuses the rest', async () => {
    const { db, at, id } = await apri()
    for (const livello of [-99, -2, -1, 0, 1] as const)
      expect(value(await db.setLivello({ ...target, livello, at: at(), id_evento: id() }))).toMatchObject({
        livello_conoscenza: livello,
        isLevelUpdated: 1,
        sincronizzata: 0,
      })
    const wrong = await db.setLivello({ ...target, livello: 2 as never, at: at(), id_evento: id() })
    expect(wrong).toMatchObject({ ok: false, error: { codice: 'RICHIESTA_NON_VALIDA', campi: ['livello'] } })
  })

  it('a favourite alone needs syncing and keeps the level', async () => {
    const { db, at, id } = await apri()
    const stat = value(await db.setPreferiti({ ...target, preferiti: true, at: at(), id_evento: id() }))
    expect(stat).toMatchObject({ preferiti: 1, livello_conoscenza: -99, isPreferitiUpdated: 1 })
    expect(value(await db.countUnsynced())).toEqual({ totale: 1, per_banca: [{ id_concorso: 1, n: 1 }] })
  })

  it('the same event id twice changes nothing', async () => {
    const { db, at } = await apri()
    const first = value(await db.setLivello({ ...target, livello: 1, at: at(), id_evento: 'x' }))
    expect(value(await db.setLivello({ ...target, livello: 1, at: at(), id_evento: 'x' }))).toEqual(first)
  })
})

describe('undo', () => {
  it('[EX15] [EX16] [D26] gives back level and choice and takes the date of the undo', async () => {
    const mondo = await apri()
    const before = value(await rispondi(mondo, 1, sbagliata(1))).statistica
    const { id_evento } = value(await rispondi(mondo, 1, giusta(1)))
    const at = mondo.at()
    const dopo = value(await mondo.db.undo({ id_evento_annullato: id_evento, at, id_evento: mondo.id() }))
    expect(dopo).toEqual({ ...before, data_eseguita: at, data_livello: at, isLevelUpdated: 1, sincronizzata: 0 })
  })

  it('keeps a favourite given after the answer', async () => {
    const mondo = await apri()
    const { id_evento } = value(await rispondi(mondo, 1, 1))
    value(
      await mondo.db.setPreferiti({
        id_concorso: 1,
        id_domanda: 100_001,
        preferiti: true,
        at: mondo.at(),
        id_evento: 'p',
      }),
    )
    const dopo = value(await mondo.db.undo({ id_evento_annullato: id_evento, at: mondo.at(), id_evento: 'a' }))
    expect(dopo).toMatchObject({ preferiti: 1, livello_conoscenza: -99 })
  })

  it('two undos go back two answers; the same one twice is refused', async () => {
    const mondo = await apri()
    const first = value(await rispondi(mondo, 1, giusta(1))).id_evento
    const second = value(await rispondi(mondo, 1, giusta(1))).id_evento
    const undo = (id_evento_annullato: string, id_evento = mondo.id()) =>
      mondo.db.undo({ id_evento_annullato, at: mondo.at(), id_evento })
    expect(codice(await undo(first))).toBe('IMPOSSIBILE_SELEZIONARE_RISPOSTA')
    expect(value(await undo(second, 'annulla')).livello_conoscenza).toBe(-1)
    expect(value(await undo(second, 'annulla')).livello_conoscenza).toBe(-1)
    expect(codice(await undo(second))).toBe('IMPOSSIBILE_SELEZIONARE_RISPOSTA')
    expect(value(await undo(first)).livello_conoscenza).toBe(-99)
  })

  it('[EX15] [MG4] goes on when the answer’s own record comes back from the server, whose dates are in another offset', async () => {
    const mondo = await apri()
    const { id_evento, statistica } = value(await rispondi(mondo, 1, giusta(1)))
    const sent = value(await mondo.db.listUnsynced({ id_concorso: 1, limite: 1 }))?.con_livello ?? []
    const data_eseguita = statistica.data_eseguita as string
    value(await mondo.db.markSynced({ id_concorso: 1, coppie: [{ id_domanda: 100_001, data_eseguita }] }))
    const risposte = sent.map((r) => ({ ...r, data_livello: new Date(data_eseguita).toISOString() }))
    value(await mondo.db.applyRemote({ id_concorso: 1, risposte, cursore: 1, forzato: false }))
    const dopo = value(await mondo.db.undo({ id_evento_annullato: id_evento, at: mondo.at(), id_evento: 'a' }))
    expect(dopo).toMatchObject({ livello_conoscenza: -99, sincronizzata: 0 })
  })

  it('is refused once the level was set by hand or came from another device', async () => {
    const mondo = await apri()
    const { id_evento } = value(await rispondi(mondo, 1, 1))
    value(
      await mondo.db.setLivello({ id_concorso: 1, id_domanda: 100_001, livello: 1, at: mondo.at(), id_evento: 'l' }),
    )
    const late = await mondo.db.undo({ id_evento_annullato: id_evento, at: mondo.at(), id_evento: 'a' })
    expect(codice(late)).toBe('IMPOSSIBILE_SELEZIONARE_RISPOSTA')
    expect(codice(await mondo.db.undo({ id_evento_annullato: 'l', at: mondo.at(), id_evento: 'b' }))).toBe(
      'IMPOSSIBILE_SELEZIONARE_RISPOSTA',
    )
  })
})

describe('sitting', () => {
  it('[EX13] keeps its questions, order and seed, and the last open one is found again', async () => {
    const { db, at, banca } = await apri()
    const args = nuovaSeduta({ at: at(), ordine: 'CASUALE', filtro: { id_concorso: 1, materie: [11, 12] } })
    const seduta = value(await db.createSeduta(args))
    const ids = banca.domande.filter((d) => d.id_materia === 11 || d.id_materia === 12).map((d) => d.id_domanda)
    expect([...seduta.id_domande].sort((a, b) => a - b)).toEqual(ids)
    expect([...seduta.id_domande]).not.toEqual(ids)
    value(await db.close())
    value(await db.open({ id_utente: UTENTE }))
    expect(value(await db.readSeduta({ id: 'seduta-1' }))).toEqual(seduta)
    expect(value(await db.listAperte({ id_concorso: null }))[0]).toMatchObject({
      id: 'seduta-1',
      n: ids.length,
      seme: 42,
    })
    expect(value(await db.listAperte({ id_concorso: 2 }))).toEqual([])
  })

  it('starting it twice with the same id is the same sitting', async () => {
    const { db, at } = await apri()
    const first = value(await db.createSeduta(nuovaSeduta({ at: at() })))
    expect(value(await db.createSeduta(nuovaSeduta({ at: at() })))).toEqual(first)
  })

  it('records each answer at its place once, and undo frees the place', async () => {
    const { db, at } = await apri()
    value(await db.createSeduta(nuovaSeduta({ at: at() })))
    const answer = (indice: number, id_domanda: number, id_evento: string, risposta: number) =>
      db.answer({
        id_concorso: 1,
        id_domanda,
        risposta,
        modalita: 'ESEGUITA',
        at: at(),
        id_evento,
        id_seduta: 'seduta-1',
        indice,
      })
    const { risposta } = value(await answer(2, 100_003, 'e1', giusta(3)))
    expect(risposta).toEqual({
      indice: 2,
      id_domanda: 100_003,
      risposta: giusta(3),
      esito: 'corretta',
      id_evento: 'e1',
      livello_prima: -99,
      livello_dopo: -1,
    })
    expect(value(await answer(2, 100_003, 'e1', giusta(3))).risposta).toEqual(risposta)
    expect(codice(await answer(2, 100_003, 'e2', 1))).toBe('IMPOSSIBILE_SELEZIONARE_RISPOSTA')
    expect(codice(await answer(60, 100_003, 'e3', 1))).toBe('INDEX_OUT_OF_BOUND')
    expect(codice(await answer(3, 100_003, 'e4', 1))).toBe('DOMANDA_NON_TROVATA')
    const seduta = value(await db.readSeduta({ id: 'seduta-1' }))
    expect(seduta).toMatchObject({ indice: 2, risposte: [risposta] })
    expect(value(await db.listAperte({ id_concorso: 1 }))[0]).toMatchObject({ corrette: 1, errate: 0, nulle: 0 })
    value(await db.undo({ id_evento_annullato: 'e1', at: at(), id_evento: 'a1' }))
    expect(value(await db.readSeduta({ id: 'seduta-1' })).risposte).toEqual([])
    expect(codice(await answer(2, 100_003, 'e5', sbagliata(3)))).toBe('ok')
  })

  it('[EX1] [EX3] a quit or submitted sitting takes no more answers and is not the last open one', async () => {
    const { db, at } = await apri()
    for (const stato of ['abbandonata', 'consegnata'] as const) {
      value(await db.createSeduta(nuovaSeduta({ id: stato, at: at() })))
      value(await db.updateSeduta({ id: stato, stato, at: at() }))
      const late = await db.answer({
        id_concorso: 1,
        id_domanda: 100_001,
        risposta: 1,
        modalita: 'ESEGUITA',
        at: at(),
        id_evento: stato,
        id_seduta: stato,
        indice: 0,
      })
      expect(codice(late)).toBe('ESERCITAZIONE_NON_INIZIALIZZATA')
    }
    expect(value(await db.listAperte({ id_concorso: null }))).toEqual([])
    expect(value(await db.countUnsynced()).totale).toBe(0)
  })

  it('[EX2] is paused and resumed where it was', async () => {
    const { db, at } = await apri()
    value(await db.createSeduta(nuovaSeduta({ at: at() })))
    value(await db.updateSeduta({ id: 'seduta-1', indice: 5, stato: 'in_pausa', at: at() }))
    expect(value(await db.listAperte({ id_concorso: 1 }))[0]).toMatchObject({ indice: 5, stato: 'in_pausa' })
    expect(codice(await db.updateSeduta({ id: 'seduta-1', indice: 60, at: at() }))).toBe('INDEX_OUT_OF_BOUND')
    expect(codice(await db.updateSeduta({ id: 'altra', at: at() }))).toBe('ESERCITAZIONE_NON_INIZIALIZZATA')
  })

  it('[EX11] keeps the order in which its answers are seen, and moving on leaves it', async () => {
    const { db, at } = await apri()
    const era = value(await db.createSeduta({ ...nuovaSeduta({ at: at() }), mescola: true }))
    value(await db.updateSeduta({ id: era.id, mescola: false, at: at() }))
    value(await db.updateSeduta({ id: era.id, indice: 3, at: at() }))
    const letta = value(await db.readSeduta({ id: era.id }))
    expect([letta.mescola, letta.indice, letta.seme]).toEqual([false, 3, era.seme])
    value(await db.updateSeduta({ id: era.id, mescola: true, at: at() }))
    expect(value(await db.readSeduta({ id: era.id })).mescola).toBe(true)
  })

  it('[EB23] a filter that leaves nothing is NESSUNA_DOMANDA', async () => {
    const { db, at } = await apri()
    const filtro = { id_concorso: 1, testo: 'inesistente' }
    expect(codice(await db.createSeduta(nuovaSeduta({ at: at(), filtro })))).toBe('NESSUNA_DOMANDA')
    const none = await db.createSeduta(nuovaSeduta({ at: at(), filtro: { ...filtro, conImmagine: false } }))
    expect(none.ok ? '' : errorMessage(none.error).text).toMatch(/^Non ci sono domande senza figura/)
    expect(value(await db.listAperte({ id_concorso: null }))).toEqual([])
  })
})
