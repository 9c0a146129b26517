import { withArticolo } from '#rules/articolo'
import { type Content, type Finding, listEntries, makeFinding, type TextFile } from './types.ts'

type SourceKind = 'norma' | 'standard' | 'opera'
export type KnownSource = { chiave: string; tipo: SourceKind; nome: string; verificata_il: string }

const RIGA = /^\|\s*`([^`]*)`\s*\|([^|]*)\|([^|]*)\|([^|]*)\|\s*$/
const DATA = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

/** Parses the rows of `content/SOURCES.md`: any table row whose first cell is a key between backticks. */
export function parseSources({ file, testo }: TextFile): { fonti: Map<string, KnownSource>; rilievi: Finding[] } {
  const fonti = new Map<string, KnownSource>()
  const rilievi: Finding[] = []
  for (const riga of testo.split('\n')) {
    const [, chiave, ...celle] = RIGA.exec(riga) ?? []
    if (chiave === undefined) continue
    const [tipo = '', nome = '', verificata_il = ''] = celle.map((c) => c.trim())
    const dice = (frase: string) => rilievi.push({ file, id: chiave, frase })
    if (!/^[A-Z0-9][A-Z0-9-]*$/.test(chiave)) dice('la chiave ammette soltanto maiuscole, cifre e trattini')
    if (!isTipo(tipo)) dice(`il tipo «${tipo}» non è norma, standard o opera`)
    if (nome.length < 10) dice('manca il nome per esteso')
    if (!DATA.test(verificata_il)) dice(`la data di verifica «${verificata_il}» non è nella forma AAAA-MM-GG`)
    if (fonti.has(chiave)) dice('la chiave è ripetuta')
    if (isTipo(tipo)) fonti.set(chiave, { chiave, tipo, nome, verificata_il })
  }
  return { fonti, rilievi }
}

/** Days after which a norm is due for review: laws change by the half year. */
const LOOK_AGAIN_DAYS = 180
const DAY_MS = 86_400_000

/** Lists norms due for review on a day (AAAA-MM-GG), the longest overdue first; each with its due date. */
export function listDueNorms(elenco: TextFile, today: string): { chiave: string; nome: string; dal: string }[] {
  return [...parseSources(elenco).fonti.values()]
    .filter(({ tipo, verificata_il }) => tipo === 'norma' && DATA.test(verificata_il))
    .map(({ chiave, nome, verificata_il }) => ({
      chiave,
      nome,
      dal: new Date(Date.parse(verificata_il) + LOOK_AGAIN_DAYS * DAY_MS).toISOString().slice(0, 10),
    }))
    .filter(({ dal }) => dal <= today)
    .sort((a, b) => (a.dal < b.dal ? -1 : a.dal > b.dal ? 1 : 0))
}

const isTipo = (tipo: string): tipo is SourceKind => tipo === 'norma' || tipo === 'standard' || tipo === 'opera'

/**
 * Checks that every source is listed and precise, and every listed one is used. A norm has its article, the others
 * their place.
 */
export function checkSources(contenuti: Content, elenco: TextFile): Finding[] {
  const { fonti, rilievi } = parseSources(elenco)
  const usate = new Set<string>()
  for (const voce of listEntries(contenuti)) {
    const { fonte, verificata_il } = voce.domanda
    const nota = fonti.get(fonte.atto)
    usate.add(fonte.atto)
    const dice = (frase: string) => rilievi.push(makeFinding(voce, frase))
    if (!nota) dice(`la fonte ${fonte.atto} non è in ${elenco.file}`)
    else if (nota.tipo === 'norma' && !fonte.articolo) dice(`per una norma (${fonte.atto}) serve l’articolo`)
    else if (nota.tipo !== 'norma' && (fonte.articolo || fonte.comma))
      dice(`${fonte.atto} non è una norma: il punto va indicato nella nota`)
    else if (nota.tipo !== 'norma' && !fonte.nota) dice(`per ${fonte.atto} serve il punto preciso, nella nota`)
    if (nota && nota.verificata_il < verificata_il)
      dice(
        `verificata ${withArticolo('il', verificata_il)}, dopo la fonte (${nota.verificata_il}): aggiornare ${elenco.file}`,
      )
  }
  for (const chiave of fonti.keys())
    if (!usate.has(chiave)) rilievi.push({ file: elenco.file, id: chiave, frase: 'nessun quesito cita questa fonte' })
  return rilievi
}
