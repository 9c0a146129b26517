import type { Oggi, SceltePiano } from '#contract/database'
import { instantOf } from '#rules/dates'
import { addDays, dayNumber, italianDay } from '#rules/italian-day'
import { type Livello, NON_RISPOSTE } from '#rules/livello'
import {
  composeOggi,
  isQuestionDue,
  type MateriaOggi,
  orderRipasso,
  planDay,
  twinsLast,
  usualAnswers,
  type Vista,
} from '#rules/oggi'
import { attach } from '../banche/attach.ts'
import { HA_CHIAVE } from '../banche/chiave.ts'
import { listKnownTwins } from '../banche/vicini.ts'
import type { StoreContext } from '../core/context.ts'
import { EVER, readGiorni } from './giorni.ts'
import { readStoria } from './storia.ts'

const MINUTE_MS = 60_000
/** Days behind today from which a usual day is told. */
const USUAL_DAYS = 14

/** Where a bank stands today and the questions of today's sitting, or of a further one [OG1][OG2][OG3][OG4]. */
export function readOggi(
  ctx: StoreContext,
  { id_concorso, n, at, sola, ...scelte }: { id_concorso: number; n: number; at: string; sola?: number } & SceltePiano,
): Oggi {
  const today = italianDay(instantOf(at))
  const bank = readBank(ctx, id_concorso, today)
  // Questions asked again on the same day bring no bank further.
  const days = readGiorni(ctx, { id_concorso, da: EVER, once: true })
  const done = days.find(({ giorno }) => giorno === today)
  const risposte_oggi = done?.risposte ?? 0
  const usuale = usualAnswers(days, { da: addDays(today, -USUAL_DAYS), today })
  const mai_viste = bank.materie.reduce((sum, m) => sum + m.mai_viste.length, 0)
  const piano = planDay({
    ...scelte,
    mai_viste,
    viste_oggi: done?.nuove ?? 0,
    inizio: days[0]?.giorno ?? null,
    today,
    usuale,
  })
  const withDate = scelte.data_prova !== null && (piano.giorni ?? 0) > 0
  const viste = withDate ? withRecall(ctx, id_concorso, bank.viste, scelte.data_prova as string) : bank.viste
  // With a date a review need not be due: the day is filled with it (OG4).
  const ripasso = orderRipasso(viste.filter((v) => (withDate ? !v.oggi : v.dovuta)))
  const resta = piano.obiettivo - risposte_oggi
  const ancora = withDate ? resta <= 0 : mai_viste + ripasso.length === 0
  const pesi = new Map(scelte.pesi)
  const materie = bank.materie.map((m) => ({ ...m, peso: pesi.get(m.id_materia ?? 0) ?? m.peso }))
  const picked =
    sola === undefined
      ? composeOggi(materie, ripasso, { n, oggi: piano.oggi, resta: Math.max(resta, 0) })
      : composeSola(bank, viste, { sola, n })
  const chosen = picked.length > 0 ? picked : orderRipasso(bank.viste).slice(0, n)
  const seen = new Set(bank.viste.map((v) => v.id))
  return {
    piano,
    n_domande: bank.n_domande,
    mai_viste,
    dovute: viste.filter((v) => v.dovuta).length,
    risposte_oggi,
    usuale,
    ancora,
    nuove: chosen.filter((id) => !seen.has(id)).length,
    scelte: Int32Array.from(chosen),
  }
}

/** Questions of one subject: half of them new, the rest what is remembered least; today's answers last. */
function composeSola(
  { materie }: Bank,
  viste: readonly VistaOggi[],
  { sola, n }: { sola: number; n: number },
): number[] {
  const own = viste.filter((v) => v.materia === sola)
  const ripasso = [...orderRipasso(own.filter((v) => !v.oggi)), ...orderRipasso(own.filter((v) => v.oggi))]
  const subject = materie.filter((m) => (m.id_materia ?? 0) === sola)
  return composeOggi(subject, ripasso, { n, oggi: Math.ceil(n / 2), resta: n })
}

/** A question seen before: `dovuta` by its level, `oggi` answered today. */
type VistaOggi = Vista & { materia: number; dovuta: boolean; oggi: boolean }
type Bank = { materie: MateriaOggi[]; viste: VistaOggi[]; n_domande: number }

/** One pass over the bank beside its records; questions without any key are left out. */
function readBank(ctx: StoreContext, id_concorso: number, today: string): Bank {
  const { alias } = attach(ctx, id_concorso)
  const [ids, materie, livelli, minutes, answered] = ctx.db.integers(
    `SELECT d.id_domanda, coalesce(d.id_materia, 0), coalesce(s.livello_conoscenza, ${NON_RISPOSTE}),
       coalesce(s.eseguita_ms, 0) / ${MINUTE_MS}, s.risposta_gettonata IS NOT NULL
     FROM ${alias}.domande d LEFT JOIN statistiche s ON s.id_domanda = d.id_domanda
       LEFT JOIN chiavi_utente k ON k.id_domanda = d.id_domanda
     WHERE ${HA_CHIAVE} OR k.risposta IS NOT NULL ORDER BY d.posizione`,
    5,
  ) as [Int32Array, Int32Array, Int32Array, Int32Array, Int32Array]
  const subjects = new Map<number, { mai_viste: number[]; peso: number }>()
  const viste: VistaOggi[] = []
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i] as number
    const materia = materie[i] as number
    const subject = subjects.get(materia) ?? { mai_viste: [], peso: 0 }
    subjects.set(materia, subject)
    subject.peso++
    const livello = livelli[i] as Livello
    const quando = minutes[i] as number
    if (livello === NON_RISPOSTE && answered[i] === 0) subject.mai_viste.push(id)
    else
      viste.push({
        id,
        materia,
        livello,
        quando,
        dovuta: isQuestionDue(livello, quando * MINUTE_MS, today),
        oggi: italianDay(quando * MINUTE_MS) === today,
      })
  }
  const known = listKnownTwins(ctx, alias)
  const list = [...subjects].map(
    ([id, s]): MateriaOggi => ({
      id_materia: id === 0 ? null : id,
      peso: s.peso,
      mai_viste: twinsLast(s.mai_viste, known),
    }),
  )
  return { materie: list, viste, n_domande: ids.length }
}

function withRecall(ctx: StoreContext, id_concorso: number, viste: readonly VistaOggi[], data_prova: string) {
  const { memoria } = readStoria(ctx, id_concorso)
  const exam = dayNumber(data_prova)
  return viste.map((v) => ({ ...v, ricordo: memoria.recall(v.id, exam)?.ricordo ?? 0 }))
}
