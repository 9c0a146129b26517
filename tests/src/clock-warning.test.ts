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

it('[EB27] the warning says hours where minutes would be many', async () => {
  const { errorMessage } = await import('#src/text/errors')
  const say = (minuti: number) => errorMessage({ codice: 'OROLOGIO_ERRATO', dati: { minuti } }).text
  expect(say(6)).toContain('(di 6 minuti)')
  expect(say(1189)).toContain('(di 19 ore e 49 minuti)')
})
