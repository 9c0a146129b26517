import { beforeEach, expect, it, vi } from 'vitest'
import type { ErrorCode } from '#contract/errors'
import { fail, ok } from '#contract/result'
import { readImage } from '#src/components/seduta/images'
import { network } from '#src/platform/network'

const world = vi.hoisted(() => ({ here: '' as string, far: '' as string, asked: 0 }))
vi.mock('#src/store/opening', () => ({
  withStore: async () => ok({ readImmagine: async () => fail(world.here as ErrorCode) }),
}))
vi.mock('#src/domain/remote-images', () => ({
  fetchImage: async () => {
    world.asked++
    return fail(world.far as ErrorCode)
  },
}))

beforeEach(() => {
  Object.assign(world, { here: 'IMMAGINE_NON_DISPONIBILE', far: 'IMMAGINE_NON_DISPONIBILE', asked: 0 })
  network.online = true
})

it.each(['REMOTE_REQUEST_FAILED', 'TIPO_IMMAGINE_ERRATO', 'CONCORSO_NON_TUO', 'RATE_LIMIT_EXCEEDED'] as const)(
  'an image that the server does not give for %s says so, not what the device said before',
  async (codice) => {
    world.far = codice
    expect(await readImage(1, 'a.png')).toEqual(fail(codice))
    expect(world.asked).toBe(1)
  },
)

it('without a network the device has the last word', async () => {
  network.online = false
  world.here = 'PACCHETTO_CORROTTO'
  expect(await readImage(1, 'a.png')).toEqual(fail('PACCHETTO_CORROTTO'))
  expect(world.asked).toBe(0)
})
