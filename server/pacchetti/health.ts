import { readZip } from '#importers/archive'
import { type BancaHealth, measureBanca } from '#rules/banca-health'
import type { Deps } from '../deps.ts'
import { Impossible } from '../impossible.ts'
import type { StoredDomanda } from './domande.ts'
import { findPublishedById } from './published.ts'

/** Least people who must have answered a question before its difficulty is shown. */
const MIN_PEOPLE = 5

export type HealthReport = BancaHealth & {
  id_concorso: number
  concorso: string
  questions: readonly StoredDomanda[]
  /** Images that questions name and the bank lacks. */
  missing_images: string[]
  /** Questions by the share of people whose last choice is wrong, hardest first. */
  difficulty: { id_domanda: number; people: number; wrong: number }[]
  /** Reports of candidates by question, most first. */
  segnalazioni: { id_domanda: number; n: number }[]
}

/** Collects the health of a published bank: questions, images, people's answers and reports. */
export async function readHealth({ db, packageFiles }: Deps, id: number): Promise<HealthReport> {
  const banca = await findPublishedById(db, id)
  if (!banca) throw new Impossible(`non c'è una banca con id_concorso ${id}`)
  const files = banca.immagini === null ? null : await readZip(await packageFiles.read(banca.immagini))
  const images = new Set(files?.ok ? files.value.map((file) => file.nome) : [])
  const ids = banca.domande.map((d) => d.id_domanda)
  const answers = await db.query<{ id_domanda: number; people: number; wrong: number }>(
    `select s.id_domanda, count(*) as people, count(*) filter (where s.risposta_gettonata <> d.corretta) as wrong
     from statistica s join domanda d using (id_domanda)
     where s.id_domanda = any($1::bigint[]) and s.risposta_gettonata is not null and d.corretta is not null
     group by s.id_domanda having count(*) >= $2 order by count(*) filter (where s.risposta_gettonata <> d.corretta)::float / count(*) desc`,
    [ids, MIN_PEOPLE],
  )
  const reports = await db.query<{ id_domanda: number; n: number }>(
    'select id_domanda, count(*) as n from segnalazione where id_domanda = any($1::bigint[]) group by 1 order by 2 desc, 1',
    [ids],
  )
  return {
    ...measureBanca(banca.domande),
    id_concorso: id,
    concorso: banca.scheda.concorso,
    questions: banca.domande,
    missing_images: banca.domande.flatMap((d) => (d.immagine !== null && !images.has(d.immagine) ? [d.immagine] : [])),
    difficulty: answers.rows,
    segnalazioni: reports.rows,
  }
}
