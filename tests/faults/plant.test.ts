import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { loadBundle } from './lib/bundle.ts'
import { applyPlant, PLANTS } from './lib/plant.ts'

describe('planted defects', () => {
  it('each stands exactly once in the product, so that planting it changes something', () => {
    for (const plant of Object.values(PLANTS)) {
      const source = readFileSync(plant.file, 'utf8')
      expect(applyPlant(source, plant)).not.toBe(source)
    }
  })

  it('one whose text is not there, or there twice, fails loudly', () => {
    const plant = { file: 'x.ts', find: 'a', replace: 'b' }
    expect(() => applyPlant('c', plant)).toThrow('stands 0 times')
    expect(() => applyPlant('a a', plant)).toThrow('stands 2 times')
  })

  it('one whose file takes no part in the build fails loudly', async () => {
    const entry = new URL('./disk/disk.ts', import.meta.url)
    await expect(loadBundle(entry, [PLANTS.markById])).rejects.toThrow('never loaded')
  })

  it('without a plant the module is the product’s own', async () => {
    const { MIGRATIONS } = await loadBundle<typeof import('#workers/core/schema')>(
      new URL('../../workers/core/schema.ts', import.meta.url),
    )
    expect(MIGRATIONS[0]?.versione).toBe(9)
  })
})
