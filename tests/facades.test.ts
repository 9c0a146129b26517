import { describe, expect, it } from 'vitest'
import { dropFacades } from '../scripts/facades.mjs'

const chunk = (fileName: string, code: string, more = {}) => ({
  type: 'chunk',
  fileName,
  code,
  isDynamicEntry: false,
  ...more,
})
const bundleOf = (...files: { fileName: string; code: string }[]) =>
  Object.fromEntries(files.map((file) => [file.fileName, file]))
const facade = chunk('assets/Home-1.js', 'export{Qt as default,r as first}from"./group-2.js";\n', {
  isDynamicEntry: true,
})
const group = chunk('assets/group-2.js', 'var a=1,r=2;export{a as Qt,r};')

describe('facades of the built page', () => {
  it('whoever imported one reads the file behind it, by the names that it gave', () => {
    const asks = chunk('assets/index-3.js', 'm=["assets/Home-1.js"];load(()=>import(`./Home-1.js`),deps([0]))')
    const bundle = bundleOf(facade, group, asks)
    dropFacades(bundle)
    expect(Object.keys(bundle)).toEqual(['assets/group-2.js', 'assets/index-3.js'])
    expect(bundle['assets/index-3.js']?.code).toBe(
      'm=["assets/group-2.js"];load(()=>import(`./group-2.js`).then(e=>({default:e.Qt,first:e.r})),deps([0]))',
    )
  })

  it('a file that does more, and one that is imported by name alone, stay', () => {
    const more = chunk('assets/More-4.js', 'start();export{a}from"./group-2.js";', { isDynamicEntry: true })
    const passed = chunk('assets/Passed-5.js', 'export{a}from"./group-2.js";')
    const asks = chunk('assets/index-3.js', 'import(`./More-4.js`)')
    const bundle = bundleOf(more, passed, group, asks)
    dropFacades(bundle)
    expect(Object.keys(bundle)).toHaveLength(4)
    expect(bundle['assets/index-3.js']?.code).toBe('import(`./More-4.js`)')
  })

  it('one that a file still names ends the build', () => {
    const asks = chunk('assets/index-3.js', 'import"./Home-1.js"')
    expect(() => dropFacades(bundleOf({ ...facade }, group, asks))).toThrow('index-3.js still names Home-1.js')
  })
})
