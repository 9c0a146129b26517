import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ContentFolder, TextFile } from '#importers/content/types'

/** The starter content that comes with the product. */
export const CONTENT_FOLDER = fileURLToPath(new URL('../../content/', import.meta.url))

/**
 * Reads a whole content folder, in the order of names, and interprets nothing. Throws when a file of the format is
 * missing (`banca.json`, `domande.json`, `SOURCES.md`).
 */
export async function readFolder(root: string = CONTENT_FOLDER): Promise<ContentFolder> {
  const text = async (file: string): Promise<TextFile> => ({
    file,
    testo: await readFile(join(root, file), 'utf8'),
  })
  const jsonOf = async (folder: string) => {
    const names = (await list(join(root, folder))).filter((name) => name.endsWith('.json'))
    return Promise.all(names.map((name) => text(`${folder}/${name}`)))
  }
  const banche = (await list(join(root, 'banche'))).map(async (slug) => ({
    slug,
    banca: await text(`banche/${slug}/banca.json`),
    domande: await text(`banche/${slug}/domande.json`),
    immagini: await readImmagini(join(root, 'banche', slug, 'immagini')),
  }))
  return {
    banche: await Promise.all(banche),
    percorsi: await jsonOf('percorsi'),
    simulazioni: await jsonOf('simulazioni'),
    notizie: await jsonOf('notizie'),
    fonti: await text('SOURCES.md'),
  }
}

async function readImmagini(folder: string): Promise<Map<string, Uint8Array>> {
  const names = await list(folder)
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const)))
}

/** Lists a folder's names, sorted; empty where the folder is missing. Hidden files are the file manager's. */
async function list(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => !name.startsWith('.')).sort()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
