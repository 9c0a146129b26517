import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { createRandom } from '#rules/random'
import { migrate } from '#workers/core/migrate'
import type { Connection } from '#workers/core/platform'
import { MIGRATIONS, VERSION } from '#workers/core/schema'
import { conConnessione, memoria } from '../engine/connections.ts'
import { apri, codice, creaBanca, rispondi, sbagliata, serve, UTENTE, value } from '../mondo.ts'

/** Columns of every index of a table, and of its key, as SQLite keeps them. */
function indici(db: Connection, table: string): string[][] {
  const names = db.all<{ name: string }>(`SELECT name FROM pragma_index_list('${table}')`)
  const columns = (index: string) =>
    db.all<{ name: string | null }>(`SELECT name FROM pragma_index_info('${index}')`).map(({ name }) => name ?? '')
  const key = db.all<{ name: string }>(`SELECT name FROM pragma_table_info('${table}') WHERE pk > 0 ORDER BY pk`)
  return [key.map(({ name }) => name), ...names.map(({ name }) => columns(name))]
}

const comincia = (columns: string[]) => (index: string[]) => columns.every((name, i) => index[i] === name)
const piano = (db: Connection, sql: string) =>
  db.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).map(({ detail }) => detail)

describe('[DB2] [DB3] [DB4] [D31] the schema of the ninth version', () => {
  it('has the six stores with their keys', async () => {
    const db = await memoria()
    migrate(db)
    const keys = Object.fromEntries(
      ['banche', 'banche_meta', 'statistiche', 'percorsi', 'percorsi_meta', 'statistiche_percorsi'].map((table) => [
        table,
        indici(db, table)[0],
      ]),
    )
    expect(keys).toEqual({
      banche: ['id_concorso'],
      banche_meta: ['id_concorso'],
      statistiche: ['id_domanda'],
      percorsi: ['id_argomento'],
      percorsi_meta: ['id_argomento'],
      statistiche_percorsi: ['id_domanda'],
    })
  })

  it.each(['statistiche', 'statistiche_percorsi'])(
    '%s has its columns in the places that every store has them in: a recovery reads rows by place',
    async (table) => {
      const db = await memoria()
      migrate(db)
      const columns = db.all<{ name: string }>(`SELECT name FROM pragma_table_info('${table}')`)
      expect(columns.map(({ name }) => name).join(' ')).toBe(
        'id_domanda id_concorso id_materia id_argomento id_sotto_percorso indice_uff has_image has_risposta ' +
          'livello_conoscenza preferiti risposta_gettonata data_eseguita modalita sincronizzata isLevelUpdated ' +
          'isPreferitiUpdated data_livello data_preferiti data_letta data_ascoltata eseguita_ms presente ultimo_evento',
      )
    },
  )

  it.each([
    ['statistiche', 'id_concorso'],
    ['statistiche_percorsi', 'id_argomento'],
  ])('[DB5] [DB6] %s has every index of the specification', async (table, bank) => {
    const db = await memoria()
    migrate(db)
    const found = indici(db, table)
    for (const columns of [
      [bank],
      ['id_domanda'],
      [bank, 'id_materia', 'livello_conoscenza'],
      [bank, 'indice_uff'],
      [bank, 'has_risposta', 'id_domanda'],
    ])
      expect(found.some(comincia(columns)), `${table}(${columns.join()})`).toBe(true)
    const sync = db.get<{ sql: string }>(
      `SELECT sql FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND name LIKE '%da_inviare'`,
      table,
    )
    expect(sync?.sql).toMatch(new RegExp(`ON ${table}\\(${bank}, eseguita_ms\\b[^]*\\)\\s+WHERE sincronizzata = 0$`))
    for (const [where, index] of [
      [`${bank} = 1 ORDER BY indice_uff`, 'indice'],
      [`${bank} = 1 AND id_materia = 2 AND livello_conoscenza = 0`, 'materia_livello'],
      [`${bank} = 1 AND sincronizzata = 0 AND eseguita_ms > 1`, 'da_inviare'],
      [`${bank} = 1 AND has_risposta = 1 ORDER BY id_domanda`, 'has_risposta'],
      ['id_domanda = 5', 'PRIMARY KEY'],
    ]) {
      const [step] = piano(db, `SELECT id_domanda FROM ${table} WHERE ${where}`)
      expect(step).toContain('SEARCH')
      expect(step).toContain(index)
    }
    expect(
      piano(db, `SELECT id_domanda FROM ${table} WHERE ${bank} = 1 AND has_risposta = 1 ORDER BY id_domanda`),
    ).toHaveLength(1)
  })

  it('[DB1] every older version becomes the newest, step by step, with its rows', async () => {
    for (const { versione } of MIGRATIONS) {
      const db = await memoria()
      for (const step of MIGRATIONS.filter((m) => m.versione <= versione)) db.exec(step.sql)
      db.exec(`PRAGMA user_version = ${versione}; INSERT INTO cursori VALUES (3, 33)`)
      expect(migrate(db)).toBe(VERSION)
      expect(db.get('SELECT cursore FROM cursori WHERE id_concorso = 3')).toEqual({ cursore: 33 })
      const fresh = await memoria()
      migrate(fresh)
      const shape = (of: Connection) =>
        of
          .all<{ name: string }>("SELECT name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY name")
          .map(({ name }) => [name, of.all(`SELECT name, type, "notnull", pk FROM pragma_table_info('${name}')`)])
      expect(shape(db)).toEqual(shape(fresh))
    }
  })

  it('what a trial marked before flags were counted is there, changed by nobody', async () => {
    const db = await memoria()
    for (const step of MIGRATIONS.filter((m) => m.versione <= 14)) db.exec(step.sql)
    db.exec(`PRAGMA foreign_keys = OFF; PRAGMA user_version = 14;
      INSERT INTO prove_voci(id_seduta, indice, risposta, da_rivedere, escluse, ms, cambi) VALUES ('a', 3, 2, 1, 5, 900, 1)`)
    migrate(db)
    expect(db.get('SELECT * FROM prove_voci')).toEqual({
      ...{ id_seduta: 'a', indice: 3, risposta: 2, da_rivedere: 1, escluse: 5, ms: 900, cambi: 1 },
      ...{ cambi_rivedi: 0, cambi_escluse: 0 },
    })
  })

  it('versions have numbers that only grow, one by one', () => {
    expect(MIGRATIONS.map(({ versione }) => versione)).toEqual(MIGRATIONS.map((_, i) => 9 + i))
  })
})

describe('[EN32] [EN33] [EN34] the full store', () => {
  it('[DB9] shows every question of the attached banks, touched or not, with the defaults of an untouched one', async () => {
    const banca = await creaBanca({ n: 20 })
    const { platform, sql } = conConnessione({ fetch: serve(banca) })
    const mondo = await apri({ n: 20 }, platform)
    value(await rispondi(mondo, 3, sbagliata(3)))
    value(await mondo.db.countDomande({ filtro: { id_concorso: 1 } }))
    const rows = await vi.waitFor(() =>
      sql().all<Record<string, number | null>>('SELECT * FROM statistiche_v9 ORDER BY indice_uff'),
    )
    expect(rows).toHaveLength(20)
    expect(rows[2]).toMatchObject({ id_domanda: 100_003, livello_conoscenza: -2, sincronizzata: 0, isLevelUpdated: 1 })
    expect(rows[6]).toMatchObject({
      id_domanda: 100_007,
      livello_conoscenza: -99,
      preferiti: 0,
      sincronizzata: null,
      data_eseguita: null,
      has_risposta: 0,
    })
    expect(rows.filter((r) => r.livello_conoscenza !== -99)).toHaveLength(1)
    await mondo.db.close()
  })
})

type Meta = {
  n_domande_by_materia: string
  n_domande_by_materia_orig: string
  n_domande_assegnate: number
  n_domande_assegnate_by_materia: string
  n_domande_con_risposta: number
}

/** The metadata of bank 1 recounted question by question. */
function riconta(db: Connection): Record<string, unknown> {
  const rows = db.all<{ materia: string; ufficiale: number; mia: number }>(
    `SELECT coalesce(d.id_materia, '') AS materia, (d.corretta IS NOT NULL OR d.punti IS NOT NULL) AS ufficiale,
       EXISTS (SELECT 1 FROM chiavi_utente k WHERE k.id_domanda = d.id_domanda) AS mia FROM b1.domande d`,
  )
  const materie = [...new Set(rows.map(({ materia }) => materia))].sort()
  const by = (count: (r: (typeof rows)[number]) => number) =>
    Object.fromEntries(
      materie.map((m) => [m, rows.filter(({ materia }) => materia === m).reduce((n, r) => n + count(r), 0)]),
    )
  const mine = (r: (typeof rows)[number]) => (r.ufficiale === 0 ? r.mia : 0)
  return {
    n_domande_by_materia: by((r) => r.ufficiale + mine(r)),
    n_domande_by_materia_orig: by((r) => r.ufficiale),
    n_domande_assegnate: rows.reduce((n, r) => n + mine(r), 0),
    n_domande_assegnate_by_materia: by(mine),
    n_domande_con_risposta: rows.reduce((n, r) => n + r.ufficiale, 0),
  }
}

describe('[EN36] [EN48] metadata of a bank', () => {
  const N = 42
  type Mossa = { tipo: 'assegna' | 'togli' | 'aggiorna' | 'riscarica'; posizione: number; risposta: number }
  const mossa: fc.Arbitrary<Mossa> = fc.record({
    tipo: fc.constantFrom('assegna', 'assegna', 'assegna', 'togli', 'aggiorna', 'riscarica'),
    // Those without an official key are the multiples of seven.
    posizione: fc.oneof(fc.constantFrom(7, 14, 21, 28, 42), fc.integer({ min: 1, max: N })),
    risposta: fc.integer({ min: 1, max: 5 }),
  })

  it('equals a recount after any history of assigned keys, updates and removals', async () => {
    const before = await creaBanca({ n: N })
    // The update publishes some keys and takes others away.
    const after = await creaBanca({
      n: N,
      cambia: (d) => {
        const caso = createRandom(d.posizione)(3)
        if (d.punti !== null || caso === 0) return d
        return d.chiave === 'assente'
          ? { ...d, corretta: 1, chiave: 'ufficiale' }
          : caso === 1
            ? { ...d, corretta: null, chiave: 'assente' }
            : d
      },
    })
    await fc.assert(
      fc.asyncProperty(fc.array(mossa, { maxLength: 25 }), async (mosse) => {
        const { platform, sql } = conConnessione({ fetch: serve(before, after) })
        const { db, at } = await apri({ n: N }, platform)
        let banca = before
        for (const { tipo, posizione, risposta } of mosse) {
          const id_domanda = 100_000 + posizione
          if (tipo === 'assegna') await db.assignChiave({ id_concorso: 1, id_domanda, risposta, at: at() })
          else if (tipo === 'togli') await db.assignChiave({ id_concorso: 1, id_domanda, risposta: null, at: at() })
          else {
            if (tipo === 'aggiorna') banca = banca === before ? after : before
            else value(await db.deleteBanca({ id_concorso: 1, dallaLista: false }))
            value(await db.downloadBanca({ concorso: banca.concorso, at: at() }, () => {}))
          }
        }
        value(await db.countDomande({ filtro: { id_concorso: 1 } }))
        const meta = sql().get<Meta>('SELECT * FROM banche_meta WHERE id_concorso = 1')
        const read = Object.fromEntries(
          Object.keys(riconta(sql())).map((name) => {
            const value = meta?.[name as keyof Meta]
            return [name, typeof value === 'string' ? JSON.parse(value) : value]
          }),
        )
        expect(read).toEqual(riconta(sql()))
        const { totale } = value(await db.completamento({ id_concorso: 1 }))
        expect(totale.assegnate).toBe((read.n_domande_assegnate as number) + (read.n_domande_con_risposta as number))
        await db.close()
      }),
      { numRuns: 25 },
    )
  })

  it('[BK13] [EN47] a key assigned by the person counts at once, and an official one is refused', async () => {
    const { db, at } = await apri({ n: N })
    const assegna = (posizione: number, risposta: number | null) =>
      db.assignChiave({ id_concorso: 1, id_domanda: 100_000 + posizione, risposta, at: at() })
    expect(value(await assegna(7, 2))).toMatchObject({ has_risposta: 1, livello_conoscenza: -99, sincronizzata: null })
    expect(codice(await assegna(8, 2))).toBe('IMPOSSIBILE_SELEZIONARE_RISPOSTA')
    expect(codice(await assegna(7, 5))).toBe('IMPOSSIBILE_SELEZIONARE_RISPOSTA')
    const before = value(await db.completamento({ id_concorso: 1 })).totale.assegnate
    expect(value(await assegna(7, null)).has_risposta).toBe(0)
    expect(value(await db.completamento({ id_concorso: 1 })).totale.assegnate).toBe(before - 1)
    expect(value(await db.open({ id_utente: UTENTE })).banche).toHaveLength(1)
  })

  it('goes with the bank', async () => {
    const { platform, sql } = conConnessione({ fetch: serve(await creaBanca({ n: N })) })
    const { db } = await apri({ n: N }, platform)
    expect(sql().all('SELECT 1 FROM banche_meta')).toHaveLength(1)
    value(await db.deleteBanca({ id_concorso: 1, dallaLista: true }))
    for (const table of ['banche', 'banche_meta', 'banche_blocchi'])
      expect(sql().all(`SELECT 1 FROM ${table}`)).toEqual([])
  })
})
