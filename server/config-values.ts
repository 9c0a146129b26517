import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { isEmail } from '#rules/credentials'

export type Variables = Record<string, string | undefined>

/** A value of the environment that cannot be meant; its sentence begins with the variable's name. */
export class WrongConfiguration extends Error {
  override name = 'WrongConfiguration'
}

/** Refuses a variable's value. Secrets are never repeated in the sentence. */
export function refuse(name: string, sentence: string): never {
  throw new WrongConfiguration(`${name} ${sentence}`)
}

/** A whole number in digits; nothing else that JavaScript would take for one. */
export function readInteger(env: Variables, name: string, fallback: number, max: number): number {
  const value = env[name]
  if (!value) return fallback
  return /^\d{1,9}$/.test(value) && Number(value) <= max
    ? Number(value)
    : refuse(name, `deve essere un numero intero da 0 a ${max}, non ${value}`)
}

/** One of some words; the first when there is none. */
export function readChoice<const C extends string>(env: Variables, name: string, choices: readonly [C, ...C[]]): C {
  const value = env[name]
  if (!value) return choices[0]
  return choices.find((choice) => choice === value) ?? refuse(name, `deve essere ${choices.join(' o ')}, non ${value}`)
}

/** An address of one of these schemes, without anything after its path; null when there is none. */
export function readUrl(env: Variables, name: string, schemes: readonly string[]): string | null {
  const value = env[name]
  if (!value) return null
  const url = URL.canParse(value) ? new URL(value) : null
  const good = url && schemes.includes(url.protocol) && url.hostname !== '' && url.hash === ''
  return good ? value : refuse(name, `deve essere un indirizzo ${schemes.map((s) => `${s}//…`).join(' o ')}`)
}

/** An address of the web that others are appended to. */
export function readBaseUrl(env: Variables, name: string): string | null {
  const value = readUrl(env, name, ['http:', 'https:'])
  if (value?.includes('?')) return refuse(name, 'deve essere un indirizzo senza parametri')
  return value?.replace(/\/+$/, '') ?? null
}

/** What travels in a header: keys and secrets have no blanks, which a copy and paste brings. */
export function readKey(env: Variables, name: string): string | null {
  const value = env[name]
  if (!value) return null
  return /^[\x21-\x7e]+$/.test(value) ? value : refuse(name, 'non deve avere spazi, accenti o righe a capo')
}

/** A mailbox, `nome@dominio`, or with the name that is shown where `named`: `Nome <nome@dominio>`. */
export function readMailbox(env: Variables, name: string, fallback: string, named = false): string {
  const value = env[name]
  if (!value) return fallback
  const inside = named ? /^[^<>\r\n]*<([^<>]+)>$/.exec(value)?.[1] : undefined
  if (isEmail(inside ?? value)) return value
  return refuse(name, `deve essere ${named ? 'Nome <nome@dominio> o ' : ''}nome@dominio, non ${value}`)
}

/** Refuses a DATA_DIR that is a file, or where nothing can be written; one that is missing is made later. */
export function checkDataDir(folder: string): void {
  let nearest = folder
  while (!existsSync(nearest) && dirname(nearest) !== nearest) nearest = dirname(nearest)
  if (!statSync(nearest).isDirectory()) refuse('DATA_DIR', `deve essere una cartella: ${nearest} è un file`)
  try {
    accessSync(nearest, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    refuse('DATA_DIR', `deve essere una cartella in cui si può scrivere: ${nearest} non lo è (${code})`)
  }
}
