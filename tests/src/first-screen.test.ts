import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

describe('what waits for the first screen', () => {
  beforeEach(() => {
    vi.resetModules()
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  const open = async (serviceWorker: object | undefined) => {
    vi.stubGlobal('navigator', { serviceWorker })
    return await import('#src/app/first-screen')
  }

  it('starts once, after the screen is drawn, and at once from then on', async () => {
    const { afterFirstScreen, tellFirstScreen } = await open(undefined)
    const [early, late] = [vi.fn(), vi.fn()]
    afterFirstScreen(early)
    vi.runAllTimers()
    expect(early).not.toHaveBeenCalled()
    tellFirstScreen()
    tellFirstScreen()
    vi.runAllTimers()
    expect(early).toHaveBeenCalledOnce()
    afterFirstScreen(late)
    expect(late).toHaveBeenCalledOnce()
  })

  it('waits for nothing where the page is kept on the device', async () => {
    const { afterFirstScreen } = await open({ controller: {} })
    const start = vi.fn()
    afterFirstScreen(start)
    expect(start).toHaveBeenCalledOnce()
  })
})
