import type { Plugin } from 'vite'

/** SQLite's JavaScript without the initialisers that the product never uses; throws when they are not found. */
export function slim(code: string, ast: unknown): string
/** Code whose strings and patterns hold no character beyond ASCII. Throws when `String.raw` is in it. */
export function toAscii(code: string): string
export function workerPlugins(): Plugin[]
