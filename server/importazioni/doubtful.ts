import type { ImportedDomanda, ImportedImage, WarningCode } from '#contract/domanda'
import type { ConsoleResponseOf } from '#contract/gestione'
import { MAX_WARNINGS, type RigaDubbia, type SceltaDubbia } from '#contract/gestione/importazioni'
import { fail, ok, type Result } from '#contract/result'
import { groupBy } from '#importers/group-by'
import type { ReadQuestions } from '#importers/options'
import type { RawQuestion } from '#importers/raw-question'
import { withoutOptions } from '#importers/refusal'
import { asRead } from '#importers/report'
import { toAvviso, type Warning, type WarningKind } from '#importers/warnings'
import type { Deps } from '../deps.ts'
import { isReady } from './claim.ts'

/** Warnings that put their question in doubt; others name a repair, or a row that is no question. */
const DOUBTS: ReadonlySet<WarningCode> = new Set([
  'domanda_dubbia',
  'brano_dubbio',
  'riga_unita',
  'cella_numerica',
  'codifica_errata',
  'testo_spostato',
  'testo_troncato',
  'numero_ripetuto',
  'risposte_in_meno',
  'risposte_in_piu',
  'risposte_uguali',
  'domanda_ripetuta',
  'stesso_testo_altre_risposte',
  'stessa_domanda_altra_chiave',
  'chiave_assente',
  'chiave_non_valida',
  'chiave_dubbia',
  'materia_sospetta',
  'immagine_mancante',
])
/** Kinds of these codes that were repaired, or that speak of the whole file. */
const CLEAR: ReadonlySet<WarningKind> = new Set([
  'formulas_undrawn',
  'encoding_of_line',
  'encoding_of_file',
  'mojibake',
])
/** Longest text of a row as the file has it, in characters. */
const MAX_SHOWN = 2_000

type DoubtfulFilter = { stato?: SceltaDubbia | 'da_vedere' | undefined; tipo?: string | undefined }
/** Doubtful rows of a reading: how many there are, and the first ones. */
export type Doubtful = { totale: number; righe: Omit<RigaDubbia, 'scelta'>[] }
/** Choices by the place of the question. */
export type DoubtfulChoices = Record<string, SceltaDubbia>

const shorten = (text: string): string => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text)

const asWritten = ({ numero, materia, testo, risposte, chiave }: RawQuestion): RigaDubbia['file'] => ({
  numero,
  materia,
  testo: shorten(testo),
  risposte: risposte.map((r) => ({ lettera: r.lettera, testo: shorten(r.testo), segnata: r.right === true })),
  chiave: chiave === null ? null : String(chiave),
})

const placeOf = ({ riga, sheet }: { riga: number | null; sheet: string | null }): string => `${riga} ${sheet ?? ''}`

/** Lists the questions that a warning of the reading puts in doubt, in the order of the file. */
export function listDoubtful({ domande, raw, avvisi }: ReadQuestions): Doubtful {
  const by = groupBy(
    avvisi.filter(({ kind, tipo, riga }: Warning) => riga !== null && DOUBTS.has(tipo) && !CLEAR.has(kind)),
    placeOf,
  )
  const places = raw.flatMap((source, posto) => (by.has(placeOf(source)) ? [posto] : []))
  const righe = places.slice(0, MAX_WARNINGS).flatMap((posto) => {
    const [source, domanda] = [raw[posto], domande[posto]]
    if (!source || !domanda) return []
    const perche = (by.get(placeOf(source)) ?? []).map((warning) => {
      const { tipo, testo } = toAvviso({ ...warning, sheet: null })
      return { tipo, testo: withoutOptions(testo) }
    })
    const { riga, sheet } = source
    return [
      {
        posto,
        riga,
        foglio: sheet,
        perche,
        file: asWritten(source),
        capita: { ...asRead(domanda), immagine: domanda.immagine },
      },
    ]
  })
  return { totale: places.length, righe }
}

/** Leaves out the questions that were excluded, by their places in the reading. */
export function leaveOut(domande: readonly ImportedDomanda[], choices: DoubtfulChoices): ImportedDomanda[] {
  return domande.filter((_, posto) => choices[posto] !== 'esclusa')
}

/** Returns the images that some question shows. */
export function imagesOf(domande: readonly ImportedDomanda[], immagini: readonly ImportedImage[]): ImportedImage[] {
  const shown = new Set(domande.map((d) => d.immagine))
  return immagini.filter(({ nome }) => shown.has(nome))
}

/** Counts the doubtful rows of a reading: `totale` in the file, of which the first `listed` can be chosen. */
export function countDoubtful(totale: number, listed: number, choices: DoubtfulChoices) {
  const chosen = Object.values(choices)
  return {
    totale,
    da_vedere: listed - chosen.length,
    escluse: chosen.filter((scelta) => scelta === 'esclusa').length,
  }
}

/** Lists the doubtful rows of a reading that waits to be published, in a state or of a kind. NON_TROVATO. */
export async function listDoubtfulRows(
  { db }: Pick<Deps, 'db'>,
  id: number,
  { stato, tipo }: DoubtfulFilter,
): Promise<Result<ConsoleResponseOf<'dubbie_importazione'>>> {
  const { rows } = await db.query<{ dubbie: Doubtful | null; scelte: DoubtfulChoices }>(
    'select dubbie, scelte_dubbie as scelte from importazione where id_importazione = $1',
    [id],
  )
  if (!rows[0]) return fail('NON_TROVATO')
  const { dubbie, scelte } = rows[0]
  const all = (dubbie?.righe ?? []).map((riga) => ({ ...riga, scelta: scelte[riga.posto] ?? null }))
  const tipi = groupBy(
    all.flatMap(({ perche }) => [...new Set(perche.map((why) => why.tipo))]),
    (code) => code,
  )
  return ok({
    elementi: all.filter(
      ({ scelta, perche }) =>
        (stato === undefined || (scelta ?? 'da_vedere') === stato) &&
        (tipo === undefined || perche.some((why) => why.tipo === tipo)),
    ),
    totale: dubbie?.totale ?? 0,
    elencate: all.length,
    tipi: [...tipi].map(([code, { length }]) => ({ tipo: code, righe: length })),
  })
}

/**
 * Chooses what becomes of a doubtful row; null takes the choice back. Returns the choice of before. NON_TROVATO where the
 * reading waits no more, or the row is not in doubt.
 */
export async function chooseDoubtful(
  { db }: Pick<Deps, 'db'>,
  id: number,
  posto: number,
  scelta: SceltaDubbia | null,
): Promise<Result<SceltaDubbia | null>> {
  const { rows } = await db.query<{ prima: SceltaDubbia | null }>(
    `with prima as (select id_importazione, scelte_dubbie ->> $2::text as scelta from importazione i
       where id_importazione = $1 and ${isReady('i')}
         and dubbie -> 'righe' @> jsonb_build_array(jsonb_build_object('posto', $2::int)) for update)
     update importazione i set scelte_dubbie = case when $3::text is null then i.scelte_dubbie - $2::text
       else i.scelte_dubbie || jsonb_build_object($2::text, $3::text) end
     from prima p where p.id_importazione = i.id_importazione returning p.scelta as prima`,
    [id, posto, scelta],
  )
  return rows[0] ? ok(rows[0].prima) : fail('NON_TROVATO')
}
