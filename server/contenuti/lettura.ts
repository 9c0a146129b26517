import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ContentFolder, TextFile } from '#importers/content/types'

/** The starter content that comes with the product. */
export const CARTELLA_CONTENUTI = fileURLToPath(new URL('../../content/', import.meta.url))

/**
 * Reads the whole of a content folder, in the order of the names; nothing is interpreted.
 * Throws when a file of the format is missing (`banca.json`, `domande.json`, `SOURCES.md`).
 */
export async function readCartella(radice: string = CARTELLA_CONTENUTI): Promise<ContentFolder> {
  const testo = async (file: string): Promise<TextFile> => ({
    file,
    testo: await readFile(join(radice, file), 'utf8'),
  })
  const jsonOf = async (cartella: string) => {
    const nomi = (await list(join(radice, cartella))).filter((nome) => nome.endsWith('.json'))
    return Promise.all(nomi.map((nome) => testo(`${cartella}/${nome}`)))
  }
  const banche = (await list(join(radice, 'banche'))).map(async (slug) => ({
    slug,
    banca: await testo(`banche/${slug}/banca.json`),
    domande: await testo(`banche/${slug}/domande.json`),
    immagini: await readImmagini(join(radice, 'banche', slug, 'immagini')),
  }))
  return {
    banche: await Promise.all(banche),
    percorsi: await jsonOf('percorsi'),
    simulazioni: await jsonOf('simulazioni'),
    bandi: await jsonOf('bandi'),
    gruppi: await jsonOf('gruppi'),
    notizie: await jsonOf('notizie'),
    fonti: await testo('SOURCES.md'),
  }
}

async function readImmagini(cartella: string): Promise<Map<string, Uint8Array>> {
  const nomi = await list(cartella)
  return new Map(await Promise.all(nomi.map(async (nome) => [nome, await readFile(join(cartella, nome))] as const)))
}

/** Names in a folder, sorted; a folder that is not there is empty. Hidden files are the file manager's. */
async function list(cartella: string): Promise<string[]> {
  try {
    return (await readdir(cartella)).filter((nome) => !nome.startsWith('.')).sort()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
