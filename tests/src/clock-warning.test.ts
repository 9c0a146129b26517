import { expect, it, vi } from 'vitest'

const told = vi.hoisted(() => [] as unknown[])
vi.mock('#src/session/notices', () => ({ showError: (error: unknown) => void told.push(error) }))

it('[EB27] a device more than five minutes off the server is warned of, once', async () => {
  vi.stubGlobal('navigator', { onLine: true })
  const { network } = await import('#src/platform/network')
  const { followClockOffset } = await import('#src/session/clock-warning')
  followClockOffset()
  const measure = async (ms: number) => {
    network.offset_ms = ms
    await Promise.resolve()
  }
  await measure(5 * 60_000)
  await measure(-5 * 60_000)
  expect(told).toEqual([])
  await measure(-6 * 60_000)
  await measure(7 * 60_000)
  expect(told).toEqual([{ codice: 'OROLOGIO_ERRATO', dati: { minuti: 6 } }])
})
