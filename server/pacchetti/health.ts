import { fail, ok, type Result } from '#contract/result'
import type { Motivo } from '#contract/segnalazione'
import { readZip } from '#importers/archive'
import { type BancaHealth, measureBanca } from '#rules/banca-health'
import type { Deps } from '../deps.ts'
import { countChoices } from '../reportistica/choices.ts'
import type { StoredDomanda } from './domande.ts'
import { findPublishedById } from './published.ts'

/** Least people who must have answered a question before its difficulty is shown. */
const MIN_PEOPLE = 5

export type HealthReport = BancaHealth & {
  id_concorso: number
  concorso: string
  versione: string
  /** Names of subjects by their number. */
  subjects: ReadonlyMap<number, string>
  questions: readonly StoredDomanda[]
  /** Images that questions name and the bank lacks. */
  missing_images: string[]
  /** Questions by the share of people whose last choice is wrong, hardest first; `chosen`: people by their last choice. */
  difficulty: { id_domanda: number; people: number; wrong: number; chosen: number[] }[]
  /** Reports of candidates by question, most first; `open`: those to look at, by reason. */
  segnalazioni: { id_domanda: number; n: number; open: Partial<Record<Motivo, number>> }[]
}

const DIFFICULTY = `
select id_domanda, sum(n) as people, coalesce(sum(n) filter (where scelta <> corretta), 0) as wrong,
  array[${[1, 2, 3, 4, 5].map((scelta) => `coalesce(sum(n) filter (where scelta = ${scelta}), 0)`).join(', ')}]::int[] as chosen
from scelte_domanda join domanda using (id_domanda)
where id_domanda = any($1::bigint[]) and corretta is not null
group by id_domanda having sum(n) >= ${MIN_PEOPLE}
order by coalesce(sum(n) filter (where scelta <> corretta), 0)::float / sum(n) desc, id_domanda`

/** Measures questions; a server does it in a thread of its own. */
type Measure = (domande: readonly StoredDomanda[]) => BancaHealth | Promise<BancaHealth>

/** Collects the health of a published bank: questions, images, people's answers and reports. CONCORSO_NON_TROVATO. */
export async function readHealth(
  { db, packageFiles, now }: Pick<Deps, 'db' | 'packageFiles' | 'now'>,
  id: number,
  measure: Measure = measureBanca,
): Promise<Result<HealthReport>> {
  const banca = await findPublishedById(db, id)
  if (!banca) return fail('CONCORSO_NON_TROVATO', { dati: { id_concorso: id } })
  const files = banca.immagini === null ? null : await readZip(await packageFiles.read(banca.immagini))
  const images = new Set(files?.ok ? files.value.map((file) => file.nome) : [])
  const ids = banca.domande.map((d) => d.id_domanda)
  await countChoices({ db, now })
  const answers = await db.query<HealthReport['difficulty'][number]>(DIFFICULTY, [ids])
  const reports = await db.query<HealthReport['segnalazioni'][number]>(
    `select id_domanda, sum(n)::int as n, coalesce(jsonb_object_agg(motivo, aperte) filter (where aperte > 0), '{}') as open
     from (select id_domanda, motivo, count(*) as n, count(*) filter (where esito is null) as aperte
       from segnalazione where id_domanda = any($1::bigint[]) group by 1, 2) m group by 1 order by 2 desc, 1`,
    [ids],
  )
  return ok({
    ...(await measure(banca.domande)),
    id_concorso: id,
    concorso: banca.scheda.concorso,
    versione: banca.versione,
    subjects: new Map(banca.materie.map((m) => [m.id_materia, m.materia])),
    questions: banca.domande,
    missing_images: banca.domande.flatMap((d) => (d.immagine !== null && !images.has(d.immagine) ? [d.immagine] : [])),
    difficulty: answers.rows,
    segnalazioni: reports.rows,
  })
}
