import { BancaContent, DomandaContent, NotiziaContent, PercorsoContent, SimulazioneContent } from '#contract/content'
import { append } from '../long-lists.ts'
import type { Content, ContentFolder, Finding, ReadBanca, TextFile } from './types.ts'

/** The used part of a schema; the schema library itself stays in contract/. */
type Difetto = { path: PropertyKey[]; message: string; code?: string | undefined; keys?: string[] }
type Schema<T> = {
  safeParse: (dati: unknown) => { success: true; data: T } | { success: false; error: { issues: Difetto[] } }
}

type Letto<T> = { valore: T | null; rilievi: Finding[] }

/** Parses every file of `content/` by its schema. A file that does not satisfy it is reported and left out. */
export function parseContent(cartella: ContentFolder): { contenuti: Content; rilievi: Finding[] } {
  const rilievi: Finding[] = []
  const take = <T>({ valore, rilievi: trovati }: Letto<T>): T | null => {
    append(rilievi, trovati)
    return valore
  }
  const banche = cartella.banche.flatMap(({ slug, banca: fileBanca, domande: fileDomande, immagini }): ReadBanca[] => {
    const banca = take(parseFile(fileBanca, BancaContent))
    const domande = take(parseDomande(fileDomande))
    if (!banca || !domande) return []
    if (banca.slug !== slug) rilievi.push(nomeDiverso(fileBanca.file, banca.slug))
    return [{ file: fileDomande.file, banca, domande, immagini }]
  })
  /** Parses files of one entry each, named by their slug. */
  const takeAll = <T extends { slug: string }>(testi: readonly TextFile[], schema: Schema<T>) =>
    testi.flatMap((testo) => {
      const voce = take(parseFile(testo, schema))
      if (voce && !testo.file.endsWith(`/${voce.slug}.json`)) rilievi.push(nomeDiverso(testo.file, voce.slug))
      return voce ? [{ file: testo.file, voce }] : []
    })
  const contenuti: Content = {
    banche,
    percorsi: takeAll(cartella.percorsi, PercorsoContent).map(({ file, voce }) => ({ file, percorso: voce })),
    simulazioni: takeAll(cartella.simulazioni, SimulazioneContent).map(({ file, voce }) => ({
      file,
      simulazione: voce,
    })),
    notizie: takeAll(cartella.notizie, NotiziaContent).map(({ file, voce }) => ({ file, notizia: voce })),
  }
  return { contenuti, rilievi }
}

const nomeDiverso = (file: string, slug: string): Finding => ({
  file,
  id: null,
  frase: `lo slug «${slug}» non corrisponde al nome con cui è salvato`,
})

function parseJson(testo: string): unknown {
  try {
    return JSON.parse(testo)
  } catch {
    return undefined
  }
}

function parseFile<T>({ file, testo }: TextFile, schema: Schema<T>): Letto<T> {
  const dati = parseJson(testo)
  if (dati === undefined) return { valore: null, rilievi: [{ file, id: null, frase: 'non è JSON valido' }] }
  const esito = schema.safeParse(dati)
  if (esito.success) return { valore: esito.data, rilievi: [] }
  return { valore: null, rilievi: esito.error.issues.map((issue) => ({ file, id: null, frase: describe(issue) })) }
}

/** Parses question by question: a wrong one is reported by its name and does not hide the others. */
function parseDomande({ file, testo }: TextFile): Letto<DomandaContent[]> {
  const dati = parseJson(testo)
  if (!Array.isArray(dati)) return { valore: null, rilievi: [{ file, id: null, frase: 'non è un elenco JSON' }] }
  const rilievi: Finding[] = []
  const valore = dati.flatMap((voce: unknown, i): DomandaContent[] => {
    const esito = DomandaContent.safeParse(voce)
    if (esito.success) return [esito.data]
    for (const issue of esito.error.issues) rilievi.push({ file, id: nameOf(voce, i), frase: describe(issue) })
    return []
  })
  return { valore, rilievi }
}

const nameOf = (voce: unknown, i: number): string =>
  typeof voce === 'object' && voce !== null && 'id' in voce && typeof voce.id === 'string' ? voce.id : `voce ${i + 1}`

const describe = (issue: Difetto): string => {
  const campo = issue.path.map(String).join('.') || 'il file'
  if (issue.code === 'unrecognized_keys') return `${campo}: campi sconosciuti (${issue.keys?.join(', ')})`
  return `${campo}: valore non ammesso (${issue.message})`
}
