import { beforeEach, describe, expect, it, vi } from 'vitest'
import { holdWakeLock } from '#src/platform/wake-lock'

/** A browser's locks: it lets go of them when the page is hidden. */
let blocchi: { released: boolean; release: () => Promise<void> }[] = []
let rifiuta = false
let rimanda: Promise<void> = Promise.resolve()
let pagina: EventTarget & { visibilityState: 'visible' | 'hidden' }
const tenuti = () => blocchi.filter((b) => !b.released).length
const quiete = () => new Promise((r) => setImmediate(r))

async function show(visibilityState: 'visible' | 'hidden') {
  pagina.visibilityState = visibilityState
  if (visibilityState === 'hidden') for (const b of blocchi) b.released = true
  pagina.dispatchEvent(new Event('visibilitychange'))
  await quiete()
}

beforeEach(() => {
  blocchi = []
  rifiuta = false
  rimanda = Promise.resolve()
  pagina = Object.assign(new EventTarget(), { visibilityState: 'visible' as const })
  vi.stubGlobal('document', pagina)
  vi.stubGlobal('navigator', {
    wakeLock: {
      request: async () => {
        await rimanda
        if (rifiuta) throw new DOMException('low battery', 'NotAllowedError')
        const blocco = {
          released: false,
          release: async () => {
            blocco.released = true
          },
        }
        blocchi.push(blocco)
        return blocco
      },
    },
  })
})

describe('the screen while the voice speaks', () => {
  it('stays on, also after the page was hidden, until the voice ends', async () => {
    const lascia = holdWakeLock()
    await quiete()
    expect(tenuti()).toBe(1)
    await show('hidden')
    expect(tenuti()).toBe(0)
    await show('visible')
    expect(tenuti()).toBe(1)
    await show('visible')
    expect(blocchi).toHaveLength(2)
    lascia()
    expect(tenuti()).toBe(0)
    await show('hidden')
    await show('visible')
    expect(tenuti()).toBe(0)
  })

  it('one that is granted too late is let go, and one that is on its way is not asked for twice', async () => {
    let concedi: () => void = () => undefined
    rimanda = new Promise((r) => {
      concedi = r
    })
    const lascia = holdWakeLock()
    await show('visible')
    lascia()
    concedi()
    await quiete()
    expect([blocchi.length, tenuti()]).toEqual([1, 0])
  })

  it('refused once, is asked for again when the page is back', async () => {
    rifiuta = true
    const lascia = holdWakeLock()
    await quiete()
    rifiuta = false
    await show('hidden')
    await show('visible')
    expect(tenuti()).toBe(1)
    lascia()
  })
})
