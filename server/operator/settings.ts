import { RELOADED_SECRETS, readEnvironment, SECRETS } from '../config-reload.ts'
import { type Variables, WrongConfiguration } from '../config-values.ts'
import { readConfiguration } from '../configuration.ts'
import type { Deps } from '../deps.ts'
import { fingerprint } from './audit.ts'

/** Source of a value: a variable, the configuration file, a file of its own for a secret, or nowhere. */
type SettingSource = 'variabile' | 'file' | 'file_segreto' | 'predefinito'
/** `valore` null: the default, or a secret, which is never shown. */
export type Setting = { nome: string; provenienza: SettingSource; segreto: boolean; valore: string | null }

/** A secret. `impronta`: short hash, as the audit names the operator's key; null where there is none. `ricarica`: no restart. */
type Key = Pick<Setting, 'nome' | 'provenienza'> & { impronta: string | null; ricarica: boolean }

/** Secrets that may hold a word chosen by somebody, and length below which any may be: a hash would help to guess them. */
const GUESSABLE = ['DATABASE_URL', 'DATABASE_DIRETTO', 'SMTP_URL', 'BACKUP_CHIAVE']
const LONG_ENOUGH = 24

/** A social login has a secret, or at Apple a key that signs it. */
const isOdd = (name: string): boolean => /^OIDC_(APPLE_SEGRETO|(?!APPLE)[A-Z]+_CHIAVE)$/.test(name)

const printOf = (name: string, value: string | undefined): string | null =>
  !value || value.length < LONG_ENOUGH || GUESSABLE.includes(name) ? null : fingerprint(value)

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
  chiavi: Key[]
  errore: string | null
} {
  const given = environment()
  try {
    const variables = readEnvironment({ ...given, DATA_DIR: config.dataDir })
    const sourceOf = (nome: string): SettingSource => {
      if (!variables[nome]) return 'predefinito'
      if (variables[`${nome}_FILE`]) return 'file_segreto'
      return given[nome] ? 'variabile' : nome === 'DATA_DIR' ? 'predefinito' : 'file'
    }
    const elementi = listNames(variables).map((nome): Setting => {
      const value = variables[nome] || null
      const segreto = SECRETS.includes(nome) || (value !== null && hasCredentials(value))
      return { nome, provenienza: sourceOf(nome), segreto, valore: segreto ? null : value }
    })
    const chiavi = SECRETS.filter((nome) => variables[nome] || !isOdd(nome)).map(
      (nome): Key => ({
        nome,
        provenienza: sourceOf(nome),
        impronta: printOf(nome, variables[nome]),
        ricarica: RELOADED_SECRETS.includes(nome),
      }),
    )
    return { elementi, chiavi, errore: null }
  } catch (error) {
    if (error instanceof WrongConfiguration) return { elementi: [], chiavi: [], errore: error.message }
    throw error
  }
}
