import { IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import { memoryPlatform } from '#tests/workers/memory'
import { createSqlWindow } from '#workers/sql/sql-window'
import { createDatabase } from '#workers/store/database'
import { databaseOf, newFactory } from '../backends/platforms.ts'
import { apri, codice, creaBanca, giusta, type Mondo, rispondi, sbagliata, serve, UTENTE, value } from '../mondo.ts'
import { aggiungi, closeAfter, finestra } from './helpers.ts'

describe('copies', () => {
  it('hold what is committed, and later answers are not in them', async () => {
    const { chiedi, mondo } = await finestra(async (m) => {
      value(await rispondi(m, 1, giusta(1)))
      value(await rispondi(m, 2, sbagliata(2)))
    })
    value(await rispondi(mondo, 3, giusta(3)))
    expect(await chiedi('SELECT count(*) FROM eventi')).toEqual([[2]])
    expect(await chiedi("SELECT count(*) FROM risposte WHERE esito = 'errata'")).toEqual([[1]])
  })

  it('are plain databases that nothing of the store keeps', async () => {
    const { copie, mondo } = await finestra()
    const header = new Uint8Array(await copie.utente.arrayBuffer())
    expect(new TextDecoder().decode(header.subarray(0, 15))).toBe('SQLite format 3')
    // Versions 1: neither half of the file format is WAL's.
    expect([header[18], header[19]]).toEqual([1, 1])
    value(await rispondi(mondo, 1, giusta(1)))
    const peso = value(await mondo.db.measureCopie())
    expect(peso.banche.map(({ byte }) => byte)).toEqual(copie.banche.map(({ file }) => file.size))
    expect(copie.utente.size).toBeLessThanOrEqual(peso.utente + 65_536)
  })

  it('are refused above 300 MB in all, before anything is copied', async () => {
    const platform = memoryPlatform()
    const letti: string[] = []
    const db = createDatabase({
      ...platform,
      openDriver: async (id) => {
        const driver = await platform.openDriver(id)
        return {
          ...driver,
          connect: () => {
            const connection = driver.connect()
            return {
              ...connection,
              all: <T>(sql: string, ...values: never[]): T[] =>
                sql.includes('dimensione AS byte')
                  ? ([
                      { id_concorso: 1, concorso: 'A', byte: 200_000_000 },
                      { id_concorso: 2, concorso: 'B', byte: 99_000_000 },
                      { id_concorso: 3, concorso: 'C', byte: 101_000_000 },
                    ] as T[])
                  : connection.all<T>(sql, ...values),
            }
          },
          readBank: async (name) => {
            letti.push(name)
            return new Uint8Array()
          },
          copyUtente: async () => {
            letti.push('utente')
            return new Uint8Array()
          },
        }
      },
    })
    closeAfter(db)
    value(await db.open({ id_utente: UTENTE }))
    const esito = await db.copyStore({ id_concorsi: [1, 3] })
    expect(codice(esito)).toBe('COPIE_TROPPO_GRANDI')
    expect(esito.ok ? null : esito.error.dati).toEqual({ servono_mb: 302, limite_mb: 300 })
    expect(letti).toEqual([])
    // Under the limit the refusal is another one: this bank is not in the account's list.
    expect(codice(await db.copyStore({ id_concorsi: [1, 2] }))).toBe('CONCORSO_NON_TROVATO')
  })

  it('of a bank that is not on the device are refused', async () => {
    const { mondo } = await finestra()
    expect(codice(await mondo.db.copyStore({ id_concorsi: [9] }))).toBe('CONCORSO_NON_TROVATO')
    value(await mondo.db.deleteBanca({ id_concorso: 1, dallaLista: false }))
    expect(codice(await mondo.db.copyStore({ id_concorsi: [1] }))).toBe('CONCORSO_NOT_INITIALIZED')
    expect(value(await mondo.db.measureCopie()).banche).toEqual([])
  })

  it('that are no database are refused, and the window stays closed', async () => {
    const sql = createSqlWindow()
    const rotta = { utente: new Blob([new Uint8Array(8192).fill(7)]), banche: [] }
    expect(codice(await sql.open({ copie: rotta }))).toBe('SQL_NON_APERTA')
    expect(codice(await sql.query({ sql: 'SELECT 1' }))).toBe('SQL_NON_APERTA')
  })
})

describe('[D32] copies of a rung without OPFS', () => {
  Object.assign(globalThis, { IDBKeyRange })
  it.each([
    ['IndexedDB', 'indexeddb', { factory: newFactory() }],
    ['plain JavaScript', 'asm', { factory: newFactory(), senzaWasm: true }],
    ['nothing kept', 'nessuno', {}],
  ] as const)('%s open in the window', async (_, rung, opzioni) => {
    const banca = await creaBanca()
    const db = databaseOf({ ...opzioni, fetch: serve(banca) })
    closeAfter(db)
    const m: Mondo = { ...(await apri()), db, banca }
    expect(value(await db.open({ id_utente: UTENTE })).rung).toBe(rung)
    await aggiungi(m, banca)
    value(await rispondi(m, 1, giusta(1)))
    const sql = createSqlWindow()
    value(await sql.open({ copie: value(await db.copyStore({ id_concorsi: [1] })) }))
    const chieste =
      'SELECT (SELECT count(*) FROM domande), (SELECT count(*) FROM risposte), (SELECT count(*) FROM statistiche)'
    expect(value(await sql.query({ sql: chieste })).righe).toEqual([[60, 1, 60]])
    expect(value(await db.measureCopie()).banche.length).toBe(1)
  })
})
