import { describe, expect, it, vi } from 'vitest'
import { blockOf, callerOf } from '#server/http/address'
import { maxConnectionsOf } from '#server/http/connections'
import { createBuckets, createGate } from '#server/http/counters'

describe('addresses', () => {
  it.each([
    ['192.0.2.77', '192.0.2.77', '192.0.2.0/24'],
    ['::ffff:192.0.2.77', '192.0.2.77', '192.0.2.0/24'],
    ['2001:db8:0:1:aaaa::1', '2001:db8:0:1::/64', '2001:db8:0:1::/64'],
    ['2001:0db8:0000:0001::9', '2001:db8:0:1::/64', '2001:db8:0:1::/64'],
    ['::1', '0:0:0:0::/64', '0:0:0:0::/64'],
  ])('%s is the caller %s of the block %s', (ip, caller, block) => {
    expect([callerOf(ip), blockOf(ip)]).toEqual([caller, block])
  })
})

describe('counters', () => {
  it('a flood of invented keys is looked at whole once for thousands of them', () => {
    let looks = 0
    const keys = vi.spyOn(Map.prototype, Symbol.iterator).mockImplementation(function (this: Map<unknown, unknown>) {
      looks += 1
      return this.entries()
    })
    try {
      const { pay } = createBuckets(10, 2, () => 0)
      for (let i = 0; i < 70_000; i++) pay(`inventata-${i}`, 1)
    } finally {
      keys.mockRestore()
    }
    expect(looks).toBeLessThan(20)
  })

  it('a bucket refills with time', () => {
    let now = 0
    const { pay, charge } = createBuckets(10, 2, () => now)
    expect([pay('a', 8), pay('a', 4), pay('b', 4)]).toEqual([0, 1, 0])
    now = 1000
    expect(pay('a', 4)).toBe(0)
    charge('a', 6)
    expect(pay('a', 2)).toBe(4)
    now = 5000
    expect(pay('a', 2)).toBe(0)
  })

  it('a gate lets in so many at once, in order', async () => {
    const gate = createGate(1, 1, { burst: 10, perSecond: 1000 })
    expect(await gate.enter('a')).toBe(true)
    const second = gate.enter('a')
    expect(await gate.enter('a')).toBe(false)
    gate.leave('a')
    expect(await second).toBe(true)
    gate.leave('a')
    expect(await gate.enter('a')).toBe(true)
  })

  it('a gate lets one of a key in at a turn of the event loop, and another key’s meanwhile', async () => {
    const gate = createGate(10, 100, { burst: 100, perSecond: 1000 })
    const [entered, turns] = [[] as string[], [] as number[]]
    const ask = async (key: string) => {
      await gate.enter(key)
      entered.push(key)
    }
    const all = [...'aaaaab'].map(ask)
    for (let i = 0; i < 4; i++) {
      await new Promise(setImmediate)
      turns.push(entered.filter((key) => key === 'a').length)
    }
    await Promise.all(all)
    // That turn's own may come before or after this one's look.
    for (const [i, n] of turns.entries()) expect([i + 1, i + 2]).toContain(n)
    expect(entered.indexOf('b')).toBeLessThanOrEqual(1)
  })

  it('a gate lets what was saved up in at its pace, also of a key that comes one by one', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'setImmediate'] })
    const gate = createGate(2, 100, { burst: 3, perSecond: 100 })
    let entered = 0
    const oneByOne = async () => {
      for (; entered < 10; entered++) {
        await gate.enter('a')
        gate.leave('a')
      }
    }
    const all = oneByOne()
    const wait = async (ms: number) => {
      await vi.advanceTimersByTimeAsync(ms)
      return entered
    }
    expect([await wait(1), await wait(10), await wait(30), await wait(30)]).toEqual([3, 5, 8, 10])
    await all
    vi.useRealTimers()
  })

  it('what a call weighs puts off those of its own key', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'setImmediate'] })
    const gate = createGate(10, 100, { burst: 1, perSecond: 10 })
    const entered: string[] = []
    const enter = (key: string) => gate.enter(key).then(() => entered.push(key))
    await enter('a')
    gate.weigh('a', 9)
    for (const key of ['a', 'a', 'b']) void enter(key)
    const wait = async (ms: number) => {
      await vi.advanceTimersByTimeAsync(ms)
      return entered.join('')
    }
    expect([await wait(1), await wait(900), await wait(100)]).toEqual(['aba', 'aba', 'abaa'])
    vi.useRealTimers()
  })

  it('connections stay well under the descriptors', () => {
    expect([256, 400, 1024, 1_000_000].map(maxConnectionsOf)).toEqual([48, 120, 432, 10_000])
  })
})
