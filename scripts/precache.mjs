// Files of the built page that the service worker keeps: each with its hash, except those that few browsers need.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

const LEFT_OUT = [
  /\.(br|gz|map)$/,
  /^sw\.js$/,
  // For who comes the first time: whoever has this list has the page.
  /^(auth|prova)\.html$/,
  /^assets\/sql-asm-/,
  // Reading files of the person's own: kept once it has been asked for.
  /^assets\/(serve-import|pdfjs|sql-wasm-inline)-/,
  /^icona-(180|512)/,
  /^icona-mascherabile/,
  /^schermate\//,
]
const HASHED = /^assets\/.+-[\w-]{8}\.\w+$/

/** Entries of the precache for the page built in `dir`, served under `base`: `{ url, revision, integrity }`. */
export async function listPrecache(dir, base) {
  const entries = await readdir(dir, { withFileTypes: true, recursive: true })
  const names = entries
    .filter((e) => e.isFile())
    .map((e) => relative(dir, join(e.parentPath, e.name)).split(sep).join('/'))
    .filter((name) => !LEFT_OUT.some((out) => out.test(name)))
    .sort()
  return Promise.all(
    names.map(async (name) => {
      const hash = createHash('sha256').update(await readFile(join(dir, name)))
      const digest = hash.digest('base64')
      return {
        url: base + name,
        revision: HASHED.test(name) ? null : digest.replace(/[+/=]/g, '').slice(0, 16),
        integrity: `sha256-${digest}`,
      }
    }),
  )
}
