import { readEnvironment, SECRETS } from '../config-reload.ts'
import { type Variables, WrongConfiguration } from '../config-values.ts'
import { readConfiguration } from '../configuration.ts'
import type { Deps } from '../deps.ts'

/** Where a value comes from: a variable, the configuration file, a file of its own for a secret, or nowhere. */
type SettingSource = 'variabile' | 'file' | 'file_segreto' | 'predefinito'
/** `valore` null: the default, or a secret, which is never shown. */
export type Setting = { nome: string; provenienza: SettingSource; segreto: boolean; valore: string | null }

const hasCredentials = (value: string): boolean =>
  URL.canParse(value) && (new URL(value).username !== '' || new URL(value).password !== '')

/** Returns the names that the configuration is read from: whatever it asks for. */
function listNames(variables: Variables): string[] {
  const asked = new Set<string>()
  const recorder = new Proxy(variables, {
    get: (target, name) => {
      if (typeof name === 'string') asked.add(name)
      return Reflect.get(target, name)
    },
  })
  readConfiguration(recorder)
  return [...asked].sort()
}

/**
 * Lists every setting with where its value comes from, as a reload would read it now; `errore`: why it would refuse, with
 * the list empty.
 */
export function listSettings({ config, environment }: Pick<Deps, 'config' | 'environment'>): {
  elementi: Setting[]
  errore: string | null
} {
  const given = environment()
  try {
    const variables = readEnvironment({ ...given, DATA_DIR: config.dataDir })
    const elementi = listNames(variables).map((nome): Setting => {
      const value = variables[nome] || null
      const segreto = SECRETS.includes(nome) || (value !== null && hasCredentials(value))
      const provenienza = !value
        ? 'predefinito'
        : variables[`${nome}_FILE`]
          ? 'file_segreto'
          : given[nome]
            ? 'variabile'
            : nome === 'DATA_DIR'
              ? 'predefinito'
              : 'file'
      return { nome, provenienza, segreto, valore: segreto ? null : value }
    })
    return { elementi, errore: null }
  } catch (error) {
    if (error instanceof WrongConfiguration) return { elementi: [], errore: error.message }
    throw error
  }
}
