import { afterEach, describe, expect, it, vi } from 'vitest'
import { forgetGradino, keepGradino, knownGradino } from '#src/db/gradino-noto'

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
    keepGradino(7, 'indexeddb')
    expect([knownGradino(7), knownGradino(8)]).toEqual(['indexeddb', undefined])
    forgetGradino(7)
    expect(knownGradino(7)).toBeUndefined()
  })

  it('a rung that keeps nothing does not take the place of one that did', () => {
    deposito()
    keepGradino(7, 'opfs-sahpool')
    keepGradino(7, 'nessuno')
    expect(knownGradino(7)).toBe('opfs-sahpool')
  })

  it('nothing is known where Web Storage is forbidden, or holds something else', () => {
    keepGradino(7, 'asm')
    expect(knownGradino(7)).toBeUndefined()
    deposito().set('idoneo.gradino.7', 'altro')
    expect(knownGradino(7)).toBeUndefined()
  })
})
