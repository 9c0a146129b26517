// `npm run contenuti [-- CARTELLA]`: checks the starter content. Exit 0 clean, 1 findings, 2 the folder cannot be read. Norms to be looked
// at again are told and are no finding: time alone breaks no check.
import { checkContent, formatFinding } from '#importers/content/check'
import { listDueNorms } from '#importers/content/sources'
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
  for (const { chiave, nome, dal } of listDueNorms(folder.fonti, new Date().toISOString().slice(0, 10)))
    console.log(`Da riguardare dal ${dal}: ${chiave}, ${nome}`)
  console.log(findings.length === 0 ? 'Nessun rilievo.' : `${findings.length} rilievi.`)
  process.exitCode = findings.length === 0 ? 0 : 1
} else process.exitCode = 2
