import { serialize } from 'node:v8'
import { IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import { loadSqlite } from '#wasm/sqlite'
import { LOG_RESERVE_BYTES, RESERVE_BYTES } from '#workers/backends/disk-reserve'
import { ask, type Idb } from '#workers/backends/idb'
import { poolFileRecovery } from '#workers/backends/pool-recovery'
import { codice, value } from '../mondo.ts'
import { answer, download, ORA, open as openHere } from './open-store.ts'
import { newFactory, type Opzioni } from './platforms.ts'

Object.assign(globalThis, { IDBKeyRange })

const open = async (opzioni: Opzioni) => {
  const { db, aperta } = await openHere(opzioni)
  value(aperta)
  return db
}

/** An IndexedDB that holds so many bytes and no more: a transaction that would leave more than `posto` in it fails. */
function ended() {
  const disco = { posto: Number.POSITIVE_INFINITY, usati: 0, piena: 0 }
  let known = new Map<string, number>()
  const guasta = (idb: Idb): Idb => ({
    ...idb,
    transaction(stores, mode, work) {
      const counted = (['registro', 'pezzi'] as const).filter((name) => stores.includes(name))
      if (mode === 'readonly' || counted.length === 0) return idb.transaction(stores, mode, work)
      let after = known
      let usati = 0
      return idb
        .transaction(stores, mode, async (tx) => {
          const result = await work(tx)
          after = new Map([...known].filter(([key]) => !counted.some((name) => key.startsWith(name))))
          for (const name of counted)
            for (const key of await ask(tx.objectStore(name).getAllKeys())) {
              const id = `${name} ${key}`
              after.set(id, known.get(id) ?? serialize(await ask(tx.objectStore(name).get(key))).length)
            }
          usati = [...after.values()].reduce((sum, n) => sum + n, 0)
          if (usati > disco.usati && usati > disco.posto) {
            disco.piena++
            throw new DOMException('full', 'QuotaExceededError')
          }
          return result
        })
        .then((result) => {
          known = after
          disco.usati = usati
          return result
        })
    },
  })
  return { disco, guasta }
}

describe('a disk that is full, over the log (R5)', () => {
  it('hundreds of answers more are kept, then it is said, and a bank can be deleted', async () => {
    const factory = newFactory()
    const { disco, guasta } = ended()
    const db = await open({ factory, guasta, ogni: 200 })
    await download(db)
    await expect.poll(() => disco.usati).toBeGreaterThan(RESERVE_BYTES + LOG_RESERVE_BYTES)
    disco.posto = disco.usati + 16 * 1024
    const date: string[] = []
    let dopo = 0
    let end = 'ok'
    for (let n = 0; n < 4000; n++) {
      end = codice(await answer(db, 1 + (n % 60), `evento-${n}`))
      if (end !== 'ok') break
      date.push(`evento-${n}`)
      if (disco.piena > 0) dopo++
    }
    console.log(`full over the log after ${date.length - dopo} answers, ${dopo} more`)
    expect(date.length).toBeGreaterThan(dopo)
    expect(dopo).toBeGreaterThan(300)
    expect(end).toBe('INDEXEDDB_NOT_ENOUGH_SPACE')
    value(await db.deleteBanca({ id_concorso: 1, dallaLista: false }))
    disco.posto = Number.POSITIVE_INFINITY
    await download(db)
    value(await db.close())
    const poi = await open({ factory })
    expect(value(await poi.verifyArchivio({ at: ORA, completa: true })).recupero).toBeNull()
    const { utente } = value(await poi.copyStore({ id_concorsi: [] }))
    const scratch = poolFileRecovery(await loadSqlite(), {} as never, '').scratch(
      new Uint8Array(await utente.arrayBuffer()),
    )
    const there = new Set(scratch.db.all<{ id: string }>('SELECT id FROM eventi').map(({ id }) => id))
    expect(date.filter((id) => !there.has(id))).toEqual([])
    value(await poi.close())
  })
})
