// `npm run contenuti [-- CARTELLA]`: checks the starter content. Exit 0 clean, 1 findings, 2 the folder cannot be read.
import { checkContent, formatFinding } from '#importers/content/check'
import type { ContentFolder } from '#importers/content/types'
import { readCartella } from './contenuti/lettura.ts'

async function read(radice: string | undefined): Promise<ContentFolder | null> {
  try {
    return await readCartella(radice)
  } catch (error) {
    console.error(`Non riesco a leggere i contenuti: ${error instanceof Error ? error.message : String(error)}`)
    return null
  }
}

const cartella = await read(process.argv[2])
if (cartella) {
  const { contenuti, rilievi } = checkContent(cartella)
  for (const rilievo of rilievi) console.log(formatFinding(rilievo))
  for (const { banca, domande } of contenuti.banche)
    console.log(`${banca.titolo}: ${domande.length} quesiti, ${domande.filter((d) => d.immagine).length} con figura`)
  console.log(rilievi.length === 0 ? 'Nessun rilievo.' : `${rilievi.length} rilievi.`)
  process.exitCode = rilievi.length === 0 ? 0 : 1
} else process.exitCode = 2
