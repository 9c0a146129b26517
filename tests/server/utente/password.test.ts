import { describe, expect, it } from 'vitest'
import { createPasswordHasher } from '#server/utente/password'
import { makeWorld, PASSWORD } from '../world.ts'

describe('the queue of passwords', () => {
  it('hashes with argon2id, 19 MiB, two passes, and recognises only its own password', async () => {
    const cifratore = createPasswordHasher()
    const hash = await cifratore.hash(PASSWORD)
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await cifratore.verify(hash, PASSWORD)).toBe(true)
    expect(await cifratore.verify(hash, `${PASSWORD}x`)).toBe(false)
    expect(await cifratore.verify(null, PASSWORD)).toBe(false)
    expect(await cifratore.verify(null, 'nessuno')).toBe(false)
  })

  it('serves what fits, refuses what does not, and recovers', async () => {
    const cifratore = createPasswordHasher({ concurrency: 2, maxWaiting: 3 })
    const esiti = await Promise.allSettled(Array.from({ length: 9 }, () => cifratore.hash(PASSWORD)))
    expect(esiti.filter((e) => e.status === 'fulfilled')).toHaveLength(5)
    expect(esiti.filter((e) => e.status === 'rejected').map((e) => (e as PromiseRejectedResult).reason.name)).toEqual([
      'QueueFull',
      'QueueFull',
      'QueueFull',
      'QueueFull',
    ])
    expect(await cifratore.verify(await cifratore.hash(PASSWORD), PASSWORD)).toBe(true)
  })

  it('a flood of logins is answered 503 with Retry-After, the rest goes on', async () => {
    const world = await makeWorld({
      deps: () => ({ passwords: createPasswordHasher({ concurrency: 1, maxWaiting: 2 }) }),
    })
    const login = () =>
      world.call('POST', '/ms_utente/login', { payload: { username: 'a@b.example', password: PASSWORD } })
    const esiti = await Promise.all(Array.from({ length: 8 }, login))
    const piene = esiti.filter((e) => e.status === 503)
    expect(piene.length).toBeGreaterThan(0)
    expect(piene[0]).toMatchObject({ corpo: { codice: 'SERVIZIO_NON_PRONTO' }, intestazioni: { 'retry-after': '5' } })
    expect(esiti.filter((e) => e.status === 401).length).toBeGreaterThanOrEqual(3)
    expect((await login()).status).toBe(401)
    await world.close()
  })
})
