import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ErrorCode } from '#contract/errors'
import { fail, ok } from '#contract/result'

const world = vi.hoisted(() => ({
  none: false,
  grants: 0,
  inside: 0,
  most: 0,
  answers: [] as (string | null)[],
  addresses: [] as string[],
}))
vi.mock('#src/api/client', () => ({
  call: async () =>
    ok({ url_domande: null, url_immagini: world.none ? null : `/pacchetti/a.zip?firma=${++world.grants}` }),
}))
vi.mock('#src/store/on-store', () => ({
  onStore: async (act: (db: object) => unknown) =>
    act({
      fetchImmagine: async ({ address }: { address: string }) => {
        world.addresses.push(address)
        world.most = Math.max(world.most, ++world.inside)
        await new Promise((go) => setTimeout(go, 10))
        world.inside -= 1
        const codice = world.answers.shift()
        return codice ? fail(codice as ErrorCode) : ok({ tipo: 'image/png', byte: new Uint8Array([1]) })
      },
    }),
}))

describe('an image from the server', () => {
  let fetchImage: typeof import('#src/domain/remote-images').fetchImage
  beforeEach(async () => {
    Object.assign(world, { none: false, grants: 0, inside: 0, most: 0, answers: [], addresses: [] })
    vi.resetModules()
    vi.useFakeTimers()
    vi.stubGlobal('location', { href: 'https://idoneo.example/simulatore/' })
    ;({ fetchImage } = await import('#src/domain/remote-images'))
  })
  const settled = async <T>(act: Promise<T>): Promise<T> => {
    await vi.runAllTimersAsync()
    return act
  }

  it('[IM1] three at once travel, the others wait in line; the address is asked for once', async () => {
    const all = await settled(Promise.all(Array.from({ length: 10 }, (_, i) => fetchImage(1, `${i}.png`))))
    expect(all.every((r) => r.ok)).toBe(true)
    expect([world.most, world.addresses.length]).toEqual([3, 10])
    expect(world.grants).toBeLessThanOrEqual(3)
  })

  it('[CO8][IM2][EB25] is tried three times more when nobody answers, and then given up', async () => {
    world.answers = Array.from({ length: 3 }, () => 'REMOTE_REQUEST_FAILED')
    expect((await settled(fetchImage(1, 'a.png'))).ok).toBe(true)
    expect(world.addresses).toHaveLength(4)
    world.answers = Array.from({ length: 9 }, () => 'REMOTE_REQUEST_FAILED')
    expect(await settled(fetchImage(1, 'b.png'))).toMatchObject({ error: { codice: 'REMOTE_REQUEST_FAILED' } })
    expect(world.addresses).toHaveLength(8)
  })

  it('takes a new address when the old one is over, and asks nothing more of an image that is none', async () => {
    world.answers = ['PACCHETTO_SCADUTO', null, 'TIPO_IMMAGINE_ERRATO']
    expect((await settled(fetchImage(1, 'a.png'))).ok).toBe(true)
    expect(new Set(world.addresses).size).toBe(2)
    expect(await settled(fetchImage(1, 'b.png'))).toMatchObject({ error: { codice: 'TIPO_IMMAGINE_ERRATO' } })
    expect(world.addresses).toHaveLength(3)
  })

  it('the line of an account that left ends, and the next account has all of its own', async () => {
    const { endAccount } = await import('#src/session/account')
    const before = Promise.all(Array.from({ length: 5 }, (_, i) => fetchImage(1, `${i}.png`)))
    await vi.advanceTimersByTimeAsync(5)
    endAccount()
    world.inside = 0
    const after = Promise.all(Array.from({ length: 8 }, (_, i) => fetchImage(1, `${i}.png`)))
    await vi.runAllTimersAsync()
    expect((await before).map((r) => r.ok)).toEqual([true, true, true, false, false])
    expect((await after).every((r) => r.ok)).toBe(true)
    expect(world.most).toBe(3)
  })

  it('of a bank that the account has not whole stays missing', async () => {
    world.none = true
    expect(await settled(fetchImage(1, 'a.png'))).toMatchObject({ error: { codice: 'IMMAGINE_NON_DISPONIBILE' } })
    expect([world.grants, world.addresses.length]).toEqual([0, 0])
  })
})
