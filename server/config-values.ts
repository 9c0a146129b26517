import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { isEmail } from '#rules/credentials'

export type Variables = Record<string, string | undefined>

/** An invalid value of the environment; its sentence begins with the variable's name. */
export class WrongConfiguration extends Error {
  override name = 'WrongConfiguration'
}

/** Throws WrongConfiguration for a variable. Its sentence never has a secret's value. */
export function refuse(name: string, sentence: string): never {
  throw new WrongConfiguration(`${name} ${sentence}`)
}

/** Parses a whole number in digits; refuses every other form that JavaScript would convert. */
export function readInteger(env: Variables, name: string, fallback: number, max: number): number {
  const value = env[name]
  if (!value) return fallback
  return /^\d{1,9}$/.test(value) && Number(value) <= max
    ? Number(value)
    : refuse(name, `deve essere un numero intero da 0 a ${max}, non ${value}`)
}

/** Parses one of some words; the first is the default. */
export function readChoice<const C extends string>(env: Variables, name: string, choices: readonly [C, ...C[]]): C {
  const value = env[name]
  if (!value) return choices[0]
  return choices.find((choice) => choice === value) ?? refuse(name, `deve essere ${choices.join(' o ')}, non ${value}`)
}

/** Parses an address of one of these schemes, without anything after its path; null when unset. */
export function readUrl(env: Variables, name: string, schemes: readonly string[]): string | null {
  const value = env[name]
  if (!value) return null
  const url = URL.canParse(value) ? new URL(value) : null
  const good = url && schemes.includes(url.protocol) && url.hostname !== '' && url.hash === ''
  return good ? value : refuse(name, `deve essere un indirizzo ${schemes.map((s) => `${s}//…`).join(' o ')}`)
}

/** Parses a web address that others are appended to. */
export function readBaseUrl(env: Variables, name: string): string | null {
  const value = readUrl(env, name, ['http:', 'https:'])
  if (value?.includes('?')) return refuse(name, 'deve essere un indirizzo senza parametri')
  return value?.replace(/\/+$/, '') ?? null
}

/** Parses a key or secret for a header; refuses blanks, which copy and paste adds. */
export function readKey(env: Variables, name: string): string | null {
  const value = env[name]
  if (!value) return null
  return /^[\x21-\x7e]+$/.test(value) ? value : refuse(name, 'non deve avere spazi, accenti o righe a capo')
}

/** Parses a mailbox, `nome@dominio`; where `named`, also with a display name: `Nome <nome@dominio>`. */
export function readMailbox(env: Variables, name: string, fallback: string, named = false): string {
  const value = env[name]
  if (!value) return fallback
  const inside = named ? /^[^<>\r\n]*<([^<>]+)>$/.exec(value)?.[1] : undefined
  if (isEmail(inside ?? value)) return value
  return refuse(name, `deve essere ${named ? 'Nome <nome@dominio> o ' : ''}nome@dominio, non ${value}`)
}

/** Refuses a folder that is a file or not writable; a missing one is made later. */
export function checkFolder(name: 'DATA_DIR' | 'BACKUP_CARTELLA', folder: string): void {
  let nearest = folder
  while (!existsSync(nearest) && dirname(nearest) !== nearest) nearest = dirname(nearest)
  if (!statSync(nearest).isDirectory()) refuse(name, `deve essere una cartella: ${nearest} è un file`)
  try {
    accessSync(nearest, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    refuse(name, `deve essere una cartella in cui si può scrivere: ${nearest} non lo è (${code})`)
  }
}
