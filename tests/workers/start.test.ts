import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { start } from '#workers/start'

// A worker's global object, the least of it: what a page says arrives there as events.
describe('a worker whose code is a module of its own', () => {
  let here: EventTarget
  beforeEach(() => {
    here = new EventTarget()
    for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
      vi.stubGlobal(name, here[name].bind(here))
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  const deferred = () => {
    let resolve = () => {}
    const promise = new Promise<void>((done) => {
      resolve = done
    })
    return { promise, resolve }
  }
  const say = (data: unknown, ports: MessagePort[] = []) =>
    here.dispatchEvent(new MessageEvent('message', { data, ports }))
  const listen = () => {
    const heard: unknown[] = []
    addEventListener('message', (e) => void heard.push((e as MessageEvent).data))
    return heard
  }

  it('hears what was said before its code was there, in order and once, then what comes', async () => {
    const { promise, resolve } = deferred()
    start(promise)
    say(1)
    say(2)
    const heard = listen()
    expect(heard).toEqual([])
    resolve()
    await promise
    expect(heard).toEqual([1, 2])
    say(3)
    expect(heard).toEqual([1, 2, 3])
  })

  it('is heard once by code that listens some time before it is there', async () => {
    const { promise, resolve } = deferred()
    start(promise)
    const heard = listen()
    say(1)
    expect(heard).toEqual([])
    resolve()
    await promise
    expect(heard).toEqual([1])
  })

  it('a listener that takes itself away after its message misses none of the others', async () => {
    const { promise, resolve } = deferred()
    start(promise)
    say({ sqlite: null })
    say('open')
    let once = 0
    const first = () => {
      once++
      removeEventListener('message', first)
    }
    addEventListener('message', first)
    const heard = listen()
    resolve()
    await promise
    expect(once).toBe(1)
    expect(heard).toEqual([{ sqlite: null }, 'open'])
  })

  it('keeps the ports of a message, and tells of one that could not cross', async () => {
    const { promise, resolve } = deferred()
    start(promise)
    const { port1, port2 } = new MessageChannel()
    say('port', [port1])
    here.dispatchEvent(new MessageEvent('messageerror'))
    const ports: unknown[] = []
    let refused = 0
    addEventListener('message', (e) => void ports.push(...(e as MessageEvent).ports))
    addEventListener('messageerror', () => void refused++)
    resolve()
    await promise
    expect(ports).toEqual([port1])
    expect(refused).toBe(1)
    port1.close()
    port2.close()
  })

  it('code that does not come is thrown where a page hears it', async () => {
    vi.useFakeTimers()
    start(Promise.reject(new TypeError('Failed to fetch dynamically imported module')))
    await Promise.resolve()
    await Promise.resolve()
    expect(() => vi.runAllTimers()).toThrow('Failed to fetch')
  })
})
