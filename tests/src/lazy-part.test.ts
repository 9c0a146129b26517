import { createElement, Suspense } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CHUNK_WAIT_MS, lazyPart, loadPart } from '#src/ui/lazy-part'

const never = () => new Promise<string>(() => undefined)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('[HT8][CO9] code that does not come in 120 seconds is asked for once more', async () => {
  const load = vi.fn<() => Promise<string>>().mockImplementationOnce(never).mockResolvedValueOnce('code')
  const part = loadPart(load)
  await vi.advanceTimersByTimeAsync(119_999)
  expect(load).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(load).toHaveBeenCalledTimes(2)
  expect(await part).toBe('code')
  expect(CHUNK_WAIT_MS).toBe(120_000)
})

it('[HT8] code that fails is asked for once more, at once, and no third time', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(new TypeError('Failed to fetch'))
  await expect(loadPart(load)).rejects.toThrow('Failed to fetch')
  expect(load).toHaveBeenCalledTimes(2)
})

it('code that came leaves no clock behind', async () => {
  expect(await loadPart(async () => 'code')).toBe('code')
  expect(vi.getTimerCount()).toBe(0)
})

it('code that was fetched before is drawn at once, later code leaves its place to a skeleton', async () => {
  const Part = lazyPart(async () => ({ default: () => 'the screen' }))
  const draw = () => renderToString(createElement(Suspense, { fallback: 'a skeleton' }, createElement(Part)))
  expect(draw()).toContain('a skeleton')
  await Part.fetch()
  expect(draw()).toContain('the screen')
})
