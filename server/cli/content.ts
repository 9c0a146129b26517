import { checkContent, formatFinding } from '#importers/content/check'
import { listDueNorms } from '#importers/content/sources'
import { withArticolo } from '#rules/articolo'
import { readFolder } from '../content/read.ts'
import { seedContenuti } from '../pacchetti/seed.ts'
import { type Codice, DONE, type Environment, FAILED, Impossible, WRONG_USAGE, WrongUsage } from './exit.ts'

/** `semina [CARTELLA]`: publishes starter content that is missing or was corrected. */
export async function semina(
  [folder, ...others]: string[],
  _: object,
  { out, withDeps }: Environment,
): Promise<Codice> {
  if (others.length > 0) throw new WrongUsage('semina, oltre alla cartella, non vuole argomenti')
  const result = await withDeps((deps) => seedContenuti(deps, folder))
  for (const b of result.banche) out(`${b.slug}: ${b.esito}, ${b.domande} domande`)
  out(`${result.percorsi} percorsi, ${result.simulazioni} simulazioni`)
  if (result.rilievi.length === 0) return DONE
  for (const finding of result.rilievi) out(formatFinding(finding))
  throw new Impossible('alcuni contenuti hanno difetti e non sono stati pubblicati')
}

/**
 * `contenuti [CARTELLA]`: checks the starter content. Exit 0 clean, 1 findings, 2 unreadable folder. Norms due for
 * review are printed and are no finding: time alone breaks no check.
 */
export async function contenuti(
  [root, ...others]: string[],
  _: object,
  { out, err }: Pick<Environment, 'out' | 'err'>,
): Promise<Codice> {
  if (others.length > 0) throw new WrongUsage('contenuti, oltre alla cartella, non vuole argomenti')
  const folder = await readFolder(root).catch((error: Error) => {
    err(`Non riesco a leggere i contenuti: ${error.message}`)
    return null
  })
  if (!folder) return WRONG_USAGE
  const { contenuti: content, rilievi: findings } = checkContent(folder)
  for (const finding of findings) out(formatFinding(finding))
  for (const { banca, domande } of content.banche)
    out(`${banca.titolo}: ${domande.length} quesiti, ${domande.filter((d) => d.immagine).length} con figura`)
  for (const { chiave, nome, dal } of listDueNorms(folder.fonti, new Date().toISOString().slice(0, 10)))
    out(`Da riguardare ${withArticolo('dal', dal)}: ${chiave}, ${nome}`)
  out(findings.length === 0 ? 'Nessun rilievo.' : `${findings.length} rilievi.`)
  return findings.length === 0 ? DONE : FAILED
}
