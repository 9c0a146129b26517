// Facades taken out of the built page: files of one line that only pass on what another file exports.

const IMPORT = /import\(`\.\/([^`]+)`\)/g
const FACADE = /^export\{([^}]+)\}from"\.\/([^"]+)";\s*$/

/** Parse a facade: the file behind it, and the names that it passes on. Null for a file that does more. */
export function readFacade(chunk) {
  const [, names, target] = (chunk?.isDynamicEntry && FACADE.exec(chunk.code)) || []
  if (!target) return null
  const given = names.split(',').map((name) => {
    const [from, as = from] = name.split(' as ')
    return `${as}:e.${from}`
  })
  return { target, given: `({${given}})` }
}

/**
 * Replace imports of facades by imports of the files behind them, and drop the facades (decision 0164). The bundler writes a facade
 * for every dynamic import of a grouped module, and each costs a page one request more. Throws when a dropped file is still named.
 */
export function dropFacades(bundle) {
  const folder = 'assets/'
  const facades = new Map()
  for (const file of Object.values(bundle)) {
    const facade = file.type === 'chunk' ? readFacade(file) : null
    if (facade) facades.set(file.fileName.slice(folder.length), facade)
  }
  for (const file of Object.values(bundle)) {
    if (file.type !== 'chunk') continue
    file.code = file.code.replace(IMPORT, (whole, name) => {
      const facade = facades.get(name)
      return facade ? `import(\`./${facade.target}\`).then(e=>${facade.given})` : whole
    })
    for (const [name, { target }] of facades)
      file.code = file.code.replaceAll(`"${folder}${name}"`, `"${folder}${target}"`)
  }
  for (const name of facades.keys()) delete bundle[folder + name]
  for (const { fileName, code = '' } of Object.values(bundle))
    for (const name of facades.keys())
      if (code.includes(name)) throw new Error(`facades: ${fileName} still names ${name}`)
}

/** Vite's plugin: after the list of what each import preloads was written. */
export const facadesPlugin = () => ({
  name: 'idoneo-facades',
  apply: 'build',
  enforce: 'post',
  generateBundle: { order: 'post', handler: (_, bundle) => dropFacades(bundle) },
})
