// `npm run contenuti [-- CARTELLA]`: checks the starter content. Exit 0 clean, 1 findings, 2 the folder cannot be read.
import { checkContent, formatFinding } from '#importers/content/check'
import type { ContentFolder } from '#importers/content/types'
import { readFolder } from './content/read.ts'

async function read(root: string | undefined): Promise<ContentFolder | null> {
  try {
    return await readFolder(root)
  } catch (error) {
    console.error(`Non riesco a leggere i contenuti: ${error instanceof Error ? error.message : String(error)}`)
    return null
  }
}

const folder = await read(process.argv[2])
if (folder) {
  const { contenuti: content, rilievi: findings } = checkContent(folder)
  for (const finding of findings) console.log(formatFinding(finding))
  for (const { banca, domande } of content.banche)
    console.log(`${banca.titolo}: ${domande.length} quesiti, ${domande.filter((d) => d.immagine).length} con figura`)
  console.log(findings.length === 0 ? 'Nessun rilievo.' : `${findings.length} rilievi.`)
  process.exitCode = findings.length === 0 ? 0 : 1
} else process.exitCode = 2
