import type { DomandaProva } from '#contract/calls'
import { italianDay } from '#rules/italian-day'
import type { Queryable } from '../deps.ts'

/** Characters at most: question, answers and explanation stand on a phone's first screen. */
const LONGEST = { question: 110, answer: 48, explanation: 260 }

/**
 * Returns a question for the first page: short text of a starter bank, with its explanation. Each day in Italy has
 * another; null where there is none [PP2].
 */
export async function readTrialQuestion(q: Queryable, now: Date): Promise<DomandaProva | null> {
  const { rows } = await q.query<DomandaProva>(
    `select c.concorso as banca, d.testo, d.risposte, d.corretta, d.spiegazione
     from domanda d join concorso c using (id_concorso)
     where c.slug is not null and c.stato = 'pubblicato'
       and d.stato = 'valida' and d.corretta is not null and d.punti is null and d.immagine is null and not d.html
       and cardinality(d.risposte) = 4 and char_length(d.testo) <= $1
       and char_length(d.spiegazione) <= $3
       and not exists (select from unnest(d.risposte) r where char_length(r) > $2)
     order by c.in_evidenza desc, md5(d.id_domanda || $4) limit 1`,
    [LONGEST.question, LONGEST.answer, LONGEST.explanation, italianDay(now.getTime())],
  )
  return rows[0] ?? null
}
