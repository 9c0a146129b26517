import type { Giorno, Oggi, SceltePiano } from '#contract/database'
import { instantOf } from '#rules/dates'
import { addDays, dayNumber, italianDay } from '#rules/italian-day'
import { type Livello, NON_RISPOSTE } from '#rules/livello'
import {
  composeOggi,
  isQuestionDue,
  type MateriaOggi,
  newWithoutDate,
  offerRitmi,
  orderRipasso,
  type Parte,
  planDay,
  sharePiano,
  sumParti,
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
/** Days before today that define a usual day. */
const USUAL_DAYS = 14

/** Returns the state of a bank today and the questions of today's sitting, or of a further one [OG1][OG2][OG3][OG4]. */
export function readOggi(
  ctx: StoreContext,
  { id_concorso, n, at, sola, ...scelte }: { id_concorso: number; n: number; at: string; sola?: number } & SceltePiano,
): Oggi {
  const today = italianDay(instantOf(at))
  const bank = readBank(ctx, id_concorso, today)
  // Count a question once a day: repetitions make no progress.
  const mai_viste = bank.materie.reduce((sum, m) => sum + m.mai_viste.length, 0)
  const mine = readDays(ctx, { id_concorso, mai_viste, n_domande: bank.n_domande }, today)
  const others = (scelte.insieme ?? [])
    .filter((id) => isHere(ctx, id))
    .map((id) => readDays(ctx, countBank(ctx, id), today))
  const { usuale, piano, ritmi, insieme } = planBanks(scelte, mine, others, today)
  const { risposte_oggi } = mine
  const withDate = scelte.data_prova !== null && (piano.giorni ?? 0) > 0
  const viste = withDate ? withRecall(ctx, id_concorso, bank.viste, scelte.data_prova as string) : bank.viste
  // Fill the day with reviews that are not due, where the exam has a date (OG4).
  const ripasso = orderRipasso(viste.filter((v) => (withDate ? !v.oggi : v.dovuta)))
  const resta = piano.obiettivo - risposte_oggi
  const nuove = withDate ? piano.oggi : newWithoutDate(piano.oggi, { resta, dovute: ripasso.length })
  // Give a bank beside others its part of the day, then the next its own.
  const length = insieme && resta > 0 ? Math.min(n, resta) : n
  const ancora = resta <= 0 || (!withDate && mai_viste + ripasso.length === 0)
  const pesi = new Map(scelte.pesi)
  const materie = bank.materie.map((m) => ({ ...m, peso: pesi.get(m.id_materia ?? 0) ?? m.peso }))
  const picked =
    sola === undefined
      ? composeOggi(materie, ripasso, { n: length, oggi: nuove, resta: Math.max(resta, 0) })
      : composeSola(bank, viste, { sola, n })
  const chosen = picked.length > 0 ? picked : orderRipasso(bank.viste).slice(0, n)
  const seen = new Set(bank.viste.map((v) => v.id))
  return {
    piano,
    ritmi,
    insieme,
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

/** A bank's counts with its days; `giorni` oldest first. */
type BankDays = Parte & { id_concorso: number; risposte_oggi: number; giorni: readonly Giorno[] }

function readDays(
  ctx: StoreContext,
  bank: { id_concorso: number; mai_viste: number; n_domande: number },
  today: string,
): BankDays {
  // Count a question once a day: repetitions make no progress.
  const giorni = readGiorni(ctx, { id_concorso: bank.id_concorso, da: EVER, once: true })
  const done = giorni.find(({ giorno }) => giorno === today)
  return { ...bank, giorni, viste_oggi: done?.nuove ?? 0, risposte_oggi: done?.risposte ?? 0 }
}

/** Plans a bank; with others of the same exam, its part of a plan for all of them, in the order of their numbers. */
function planBanks(scelte: SceltePiano, mine: BankDays, others: readonly BankDays[], today: string) {
  const all = [mine, ...others].sort((a, b) => a.id_concorso - b.id_concorso)
  const usuale = usualAnswers(sumDays(all), { da: addDays(today, -USUAL_DAYS), today })
  const whole = sumParti(all)
  const inizio = all.flatMap(({ giorni }) => giorni[0]?.giorno ?? []).sort()[0] ?? null
  const input = { ...scelte, ...whole, inizio, today, usuale }
  const piano = planDay(input)
  const ritmi = offerRitmi(input)
  if (others.length === 0) return { usuale, piano, ritmi, insieme: null }
  const partOf = (bank: BankDays) => sharePiano(piano, all, all.indexOf(bank))
  const altre = others.map((bank) => ({
    id_concorso: bank.id_concorso,
    resta: Math.max(0, partOf(bank).obiettivo - bank.risposte_oggi),
  }))
  return {
    usuale,
    piano: partOf(mine),
    ritmi,
    insieme: { piano, mai_viste: whole.mai_viste, n_domande: whole.n_domande, altre },
  }
}

/** Sums answers per day over several banks. */
function sumDays(banks: readonly BankDays[]): { giorno: string; risposte: number }[] {
  const days = new Map<string, number>()
  for (const { giorno, risposte } of banks.flatMap((b) => b.giorni))
    days.set(giorno, (days.get(giorno) ?? 0) + risposte)
  return [...days].map(([giorno, risposte]) => ({ giorno, risposte }))
}

const isHere = (ctx: StoreContext, id_concorso: number): boolean =>
  ctx.db.get('SELECT 1 FROM banche WHERE id_concorso = ? AND file IS NOT NULL', id_concorso) !== undefined

/** Counts of a bank as `readBank` has them, without its questions. */
function countBank(ctx: StoreContext, id_concorso: number) {
  const { alias } = attach(ctx, id_concorso)
  const counts = ctx.db.get<{ n_domande: number; mai_viste: number }>(
    `SELECT count(*) AS n_domande, coalesce(sum(${MAI_VISTA}), 0) AS mai_viste ${withKey(alias)}`,
  )
  return { id_concorso, n_domande: counts?.n_domande ?? 0, mai_viste: counts?.mai_viste ?? 0 }
}

/** Composes questions of one subject: half of them new, the rest the least remembered; today's answers last. */
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

/** Selects a bank's questions with a key, the person's own keys too, beside their records. */
const withKey = (alias: string) => `FROM ${alias}.domande d LEFT JOIN statistiche s ON s.id_domanda = d.id_domanda
       LEFT JOIN chiavi_utente k ON k.id_domanda = d.id_domanda
     WHERE (${HA_CHIAVE} OR k.risposta IS NOT NULL)`
const MAI_VISTA = `(coalesce(s.livello_conoscenza, ${NON_RISPOSTE}) = ${NON_RISPOSTE} AND s.risposta_gettonata IS NULL)`

/** Reads the bank beside its records in one pass; questions without any key are left out. */
function readBank(ctx: StoreContext, id_concorso: number, today: string): Bank {
  const { alias } = attach(ctx, id_concorso)
  const [ids, materie, livelli, minutes, unseen] = ctx.db.integers(
    `SELECT d.id_domanda, coalesce(d.id_materia, 0), coalesce(s.livello_conoscenza, ${NON_RISPOSTE}),
       coalesce(s.eseguita_ms, 0) / ${MINUTE_MS}, ${MAI_VISTA}
     ${withKey(alias)} ORDER BY d.posizione`,
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
    if (unseen[i] === 1) subject.mai_viste.push(id)
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
