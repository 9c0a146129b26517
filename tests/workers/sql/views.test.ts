import { describe, expect, it } from 'vitest'
import { EXAMPLE_SQL as ESEMPI } from '#src/features/sql/examples'
import { memoryPlatform } from '#tests/workers/memory'
import { loadSqlite } from '#wasm/sqlite'
import { createSqlWindow } from '#workers/sql/sql-window'
import { createDatabase } from '#workers/store/database'
import { apri, codice, creaBanca, giusta, rispondi, sbagliata, serve, UTENTE, value } from '../mondo.ts'
import { aggiungi, closeAfter, conStoria, finestra } from './helpers.ts'

describe('views', () => {
  it('domande and materie hold every chosen bank', async () => {
    const other = await creaBanca({ id_concorso: 2, n: 20 })
    const mondo = await apri()
    closeAfter(mondo.db)
    const platform = memoryPlatform({ fetch: serve(mondo.banca, other) })
    const db = createDatabase(platform)
    closeAfter(db)
    const m = { ...mondo, db }
    value(await db.open({ id_utente: UTENTE }))
    await aggiungi(m, mondo.banca)
    await aggiungi(m, other)
    const sql = createSqlWindow()
    const chiedi = async (testo: string) => value(await sql.query({ sql: testo })).righe
    value(await sql.open({ copie: value(await db.copyStore({ id_concorsi: [1, 2] })) }))
    expect(await chiedi('SELECT id_concorso, concorso, count(*) FROM domande GROUP BY 1, 2 ORDER BY 1')).toEqual([
      [1, 'Concorso 1', 60],
      [2, 'Concorso 2', 20],
    ])
    const before = other.domande[0]
    expect(
      await chiedi(
        'SELECT id_domanda, materia, testo, risposta1, risposta5, corretta FROM domande WHERE id_concorso = 2 AND indice_uff = 1',
      ),
    ).toEqual([[200_001, 'Informatica', before?.testo, before?.risposte[0], null, before?.corretta]])
    expect(await chiedi('SELECT sum(n) FROM materie WHERE id_concorso = 2')).toEqual([[18]])
    expect(await chiedi('SELECT id_concorso, inclusa FROM banche ORDER BY 1')).toEqual([
      [1, 1],
      [2, 1],
    ])
    // Opened again over fewer copies.
    value(await sql.open({ copie: value(await db.copyStore({ id_concorsi: [2] })) }))
    expect(await chiedi('SELECT count(*) FROM domande')).toEqual([[20]])
    expect(await chiedi('SELECT inclusa FROM banche ORDER BY id_concorso')).toEqual([[0], [1]])
    value(await sql.open({ copie: value(await db.copyStore({ id_concorsi: [] })) }))
    expect(await chiedi('SELECT * FROM domande')).toEqual([])
  })

  it('[DB9] statistiche is the full store: every question, touched or not', async () => {
    const { chiedi } = await finestra(async (m) => {
      value(await rispondi(m, 1, giusta(1)))
      value(await rispondi(m, 2, sbagliata(2)))
    })
    expect(await chiedi('SELECT count(*) FROM statistiche')).toEqual([[60]])
    expect(await chiedi('SELECT livello_conoscenza, count(*) FROM statistiche GROUP BY 1 ORDER BY 1')).toEqual([
      [-99, 58],
      [-2, 1],
      [-1, 1],
    ])
  })

  it('statistiche keeps the touched questions of banks that are not chosen', async () => {
    const { chiedi } = await finestra((m) => rispondi(m, 1, giusta(1)), [])
    expect(await chiedi('SELECT id_domanda FROM statistiche')).toEqual([[100_001]])
  })

  it('risposte has one row per answer, without those taken back', async () => {
    const { chiedi, mondo } = await finestra(async (m) => {
      value(await rispondi(m, 1, giusta(1)))
      const presa = value(await rispondi(m, 2, sbagliata(2)))
      value(await m.db.undo({ id_evento_annullato: presa.id_evento, at: m.at(), id_evento: m.id() }))
      value(await rispondi(m, 2, giusta(2)))
      value(
        await m.db.setPreferiti({
          id_concorso: 1,
          id_domanda: 100_001,
          preferiti: true,
          at: m.at(),
          id_evento: m.id(),
        }),
      )
    })
    expect(mondo.banca.id_concorso).toBe(1)
    expect(
      await chiedi(
        'SELECT id_domanda, esito, risposta, giorno, livello_prima, livello_dopo, ms FROM risposte ORDER BY quando',
      ),
    ).toEqual([
      [100_001, 'corretta', giusta(1), '2026-11-21', -99, -1, null],
      [100_002, 'corretta', giusta(2), '2026-11-21', -99, -1, null],
    ])
    expect(await chiedi('SELECT tipo, count(*) FROM eventi GROUP BY 1 ORDER BY 1')).toEqual([
      ['ANNULLA', 1],
      ['PREFERITO', 1],
      ['RISPOSTA', 3],
    ])
  })

  it('the schema names every view and table with its columns', async () => {
    const { tabelle, chiedi } = await finestra()
    for (const { nome: name, colonne } of tabelle) {
      expect([name, colonne.length > 0]).toEqual([name, true])
      expect(
        (await chiedi(`SELECT ${colonne.map((c) => c.nome).join(', ')} FROM ${name} LIMIT 1`)).length,
      ).toBeLessThan(2)
    }
    expect(tabelle.slice(0, 3).map(({ nome: name }) => name)).toEqual(['domande', 'statistiche', 'risposte'])
  })
})

it('a bank’s name with an apostrophe is only a name', async () => {
  const sqlite = await loadSqlite()
  const file = (sql: string) => {
    const db = new sqlite.oo1.DB(':memory:', 'c')
    db.exec(sql)
    const bytes = sqlite.capi.sqlite3_js_db_export(db) as Uint8Array<ArrayBuffer>
    db.close()
    return new Blob([bytes])
  }
  const { copie } = await finestra()
  const sql = createSqlWindow()
  const banca = copie.banche[0]
  expect(banca).toBeDefined()
  value(await sql.open({ copie: { ...copie, banche: banca ? [{ ...banca, concorso: "L'Aquila'); --" }] : [] } }))
  expect(value(await sql.query({ sql: 'SELECT DISTINCT concorso FROM domande' })).righe).toEqual([["L'Aquila'); --"]])
  // A bank file of another shape is refused whole.
  const strana = [{ id_concorso: 1, concorso: 'x', file: file('CREATE TABLE altro(a)') }]
  expect(codice(await sql.open({ copie: { ...copie, banche: strana } }))).toBe('SQL_NON_APERTA')
})

describe('examples', () => {
  it.each(Object.entries(ESEMPI))('%s runs and reads what it says', async (id, sql) => {
    const { esito } = await conStoria()
    const { colonne, righe: rows } = value(await esito({ sql }))
    expect([id, rows.length > 0, colonne]).toEqual([id, true, expect.any(Array)])
  })

  it('wrong three times, forgotten, errors and lost time count what was answered', async () => {
    const { chiedi } = await conStoria()
    expect((await chiedi(ESEMPI.sbagliate)).map(([id, , errori]) => [id, errori])).toEqual([[100_002, 3]])
    expect((await chiedi(ESEMPI.dimenticate)).map(([id]) => id)).toEqual([100_001])
    expect(await chiedi(ESEMPI.errori)).toEqual([
      ['Logica', 3],
      ['Informatica', 1],
    ])
    expect(await chiedi(ESEMPI.tempo)).toEqual([
      ['Logica', 5.1],
      ['Informatica', 0.1],
    ])
    expect(await chiedi(ESEMPI.giorni)).toEqual([['2026-11-21', 7]])
    expect(await chiedi(ESEMPI.livelli)).toEqual([
      ['Concorso 1', 1, 0, 1, 0, 58],
      ['Concorso 2', 0, 0, 0, 0, 3],
    ])
    const doppioni = await chiedi(ESEMPI.doppioni)
    expect(doppioni.map(([a, banca, b, other]) => [a, banca, b, other]).sort()).toEqual([
      [100_001, 'Concorso 1', 200_001, 'Concorso 2'],
      [100_002, 'Concorso 1', 200_002, 'Concorso 2'],
      [100_003, 'Concorso 1', 200_003, 'Concorso 2'],
    ])
  })

  it('normalizza reads a text as the search does; what is no text stays as it is', async () => {
    const { chiedi } = await finestra()
    expect(
      await chiedi(
        `SELECT normalizza('  È  «NULLO» l’Аtto'), normalizza(7), normalizza(NULL), normalizza(x'41') IS x'41'`,
      ),
    ).toEqual([["e nullo l'atto", 7, null, 1]])
  })
})
