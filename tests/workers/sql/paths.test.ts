import { describe, expect, it } from 'vitest'
import { memoryPlatform } from '#tests/workers/memory'
import { createSqlWindow } from '#workers/sql/sql-window'
import { ALBERO, apri, creaBanca, giusta, serve, value } from '../mondo.ts'
import { closeAfter } from './helpers.ts'

const PATH = -5

/** A bank and a path of the same number, one question of the path answered, and the window over those that are included. */
async function open(included: readonly number[]) {
  const bank = await creaBanca({ id_concorso: 5 })
  const path = await creaBanca({ id_concorso: PATH, cambia: (d) => ({ ...d, id_domanda: d.id_domanda + 10_000_000 }) })
  const { db, at, id } = await apri({ id_concorso: 5 }, memoryPlatform({ fetch: serve(path, bank) }))
  closeAfter(db)
  value(await db.downloadBanca({ concorso: path.concorso, at: at() }, () => {}))
  const first = path.domande[0]!
  value(
    await db.answer({
      ...{ id_concorso: PATH, id_domanda: first.id_domanda, risposta: giusta(1), modalita: 'ESEGUITA' as const },
      ...{ at: at(), id_evento: id(), id_seduta: null, indice: null },
    }),
  )
  const sql = createSqlWindow()
  value(await sql.open({ copie: value(await db.copyStore({ id_concorsi: included })) }))
  return { first, ask: async (text: string) => value(await sql.query({ sql: text })).righe }
}

describe('the specification’s stores of paths in the SQL window', () => {
  it('[DB2] [EN36] percorsi, percorsi_meta and statistiche_percorsi show the paths and nothing of the banks', async () => {
    const { first, ask } = await open([5, PATH])
    const [[id, nome, stato, albero] = [], ...others] = await ask(
      'SELECT id_argomento, argomento, stato, sotto_percorsi FROM percorsi',
    )
    expect([id, nome, stato, others]).toEqual([5, 'Concorso -5', 1, []])
    expect(JSON.parse(String(albero))).toEqual(ALBERO)
    const [[counted, answered] = []] = await ask('SELECT id_argomento, n_domande_con_risposta FROM percorsi_meta')
    expect([counted, Number(answered) > 0]).toEqual([5, true])
    expect(await ask('SELECT id_argomento, count(*) FROM statistiche_percorsi GROUP BY 1')).toEqual([['5', 60]])
    expect(
      await ask('SELECT id_domanda, id_sotto_percorso FROM statistiche_percorsi WHERE data_eseguita IS NOT NULL'),
    ).toEqual([[first.id_domanda, String(-(first.id_materia ?? 0))]])
  })

  it('[DB2] a path that is not included keeps its row and what was answered', async () => {
    const { first, ask } = await open([])
    expect(await ask('SELECT id_argomento, sotto_percorsi FROM percorsi')).toEqual([[5, null]])
    expect(await ask('SELECT id_domanda, id_argomento FROM statistiche_percorsi')).toEqual([[first.id_domanda, '5']])
  })

  it('[EN19] opzioni is the answer record with its ids', async () => {
    const { first, ask } = await open([5, PATH])
    expect(
      await ask(`SELECT id, id_domanda, id_concorso, id_argomento, risposta1, risposta5 FROM opzioni
        WHERE id = ${first.id_domanda}`),
    ).toEqual([[first.id_domanda, first.id_domanda, null, 5, first.risposte[0], first.risposte[4] ?? null]])
    expect(await ask('SELECT count(*), count(id_concorso), count(id_argomento) FROM opzioni')).toEqual([[120, 60, 60]])
  })
})
