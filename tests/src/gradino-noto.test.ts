import { afterEach, describe, expect, it, vi } from 'vitest'
import { forgetRung, keepRung, knownRung } from '#src/store/known-rung'

afterEach(() => vi.unstubAllGlobals())

function deposito() {
  const voci = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (k: string) => voci.get(k) ?? null,
    setItem: (k: string, v: string) => void voci.set(k, v),
    removeItem: (k: string) => void voci.delete(k),
  })
  return voci
}

describe('the rung that an account was last kept on [D32]', () => {
  it('is known by account until its data is cleared', () => {
    deposito()
    keepRung(7, 'indexeddb')
    expect([knownRung(7), knownRung(8)]).toEqual(['indexeddb', undefined])
    forgetRung(7)
    expect(knownRung(7)).toBeUndefined()
  })

  it('a rung that keeps nothing does not take the place of one that did', () => {
    deposito()
    keepRung(7, 'opfs-sahpool')
    keepRung(7, 'nessuno')
    expect(knownRung(7)).toBe('opfs-sahpool')
  })

  it('nothing is known where Web Storage is forbidden, or holds something else', () => {
    keepRung(7, 'asm')
    expect(knownRung(7)).toBeUndefined()
    deposito().set('idoneo.gradino.7', 'altro')
    expect(knownRung(7)).toBeUndefined()
  })
})
