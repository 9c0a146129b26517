import { afterEach, beforeEach, expect, it, vi } from 'vitest'

/** Paths of the screens whose code was fetched early on a page that the device keeps. */
async function preloaded(connection?: { saveData: boolean }): Promise<string[]> {
  vi.stubGlobal('navigator', { onLine: true, serviceWorker: { controller: {} }, connection })
  const { SCREENS } = await import('#src/app/routes')
  const fetched: string[] = []
  for (const screen of SCREENS) vi.spyOn(screen, 'load').mockImplementation(async () => void fetched.push(screen.path))
  const { preloadScreens } = await import('#src/app/preload')
  await preloadScreens()
  return fetched
}

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('requestIdleCallback', (run: () => void) => run())
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('no network here')))
})
afterEach(() => vi.unstubAllGlobals())

it.each([undefined, { saveData: false }])('fetches early what a press on the home opens: %o', async (connection) => {
  expect(await preloaded(connection)).toHaveLength(2)
})

it('fetches no screen early where the browser saves data (decision 0169)', async () => {
  expect(await preloaded({ saveData: true })).toEqual([])
})
