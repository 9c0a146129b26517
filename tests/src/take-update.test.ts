import { afterEach, expect, it, vi } from 'vitest'
import { appUpdate, takeUpdate } from '#src/app/service-worker'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('a new version that the old one keeps waiting is taken by a reload all the same', () => {
  vi.useFakeTimers()
  const reload = vi.fn()
  const postMessage = vi.fn()
  vi.stubGlobal('location', { reload })
  appUpdate.registration = { waiting: { postMessage } } as never
  takeUpdate()
  expect(postMessage).toHaveBeenCalledWith('take-update')
  expect(reload).not.toHaveBeenCalled()
  vi.runAllTimers()
  expect(reload).toHaveBeenCalledOnce()
})
