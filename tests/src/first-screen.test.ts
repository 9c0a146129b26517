import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

describe('what waits for the first screen', () => {
  beforeEach(() => {
    vi.resetModules()
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  it('starts once, after the screen is drawn, and at once from then on', async () => {
    const { afterFirstScreen, tellFirstScreen } = await import('#src/app/first-screen')
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
})
