import type { PrevisioneLocale } from '#contract/database'
import { instantOf } from '#rules/dates'
import { type Graduatoria, rankPrevisione } from '#rules/graduatoria'
import { dayNumber, italianDay } from '#rules/italian-day'
import { NON_RISPOSTE } from '#rules/livello'
import { calibrate, predictEsame, type RegoleEsame, RISPOSTE_MINIME } from '#rules/previsione'
import { attach } from '../banche/attach.ts'
import { HA_CHIAVE } from '../banche/chiave.ts'
import type { StoreContext } from '../core/context.ts'
import { readBeforeSeduta } from './before-seduta.ts'
import { completamento } from './completamento.ts'
import { composeEsame, type Sorteggiabili } from './esame.ts'
import { EVER, readGiorni } from './giorni.ts'
import type { Storia } from './memoria.ts'
import { readStoria, readStoriaBefore } from './storia.ts'

type Asked = {
  id_concorso: number
  regole: Omit<RegoleEsame, 'opzioni'>
  at: string
  seme: number
  seduta?: string
  graduatoria?: Graduatoria
}

/**
 * Predicts a bank's exam [PV1][PV4]: today, without today's answers, and before a sitting [PV6]. Memory is tomorrow
 * morning's: a text read an hour ago is no knowledge yet.
 */
export function readPrevisione(ctx: StoreContext, asked: Asked): PrevisioneLocale {
  const { id_concorso, at, seme, seduta, graduatoria } = asked
  const { alias } = attach(ctx, id_concorso)
  const regole = { ...asked.regole, opzioni: readOptions(ctx, alias) }
  const storia = readStoria(ctx, id_concorso)
  const risposte = countAnswers(storia)
  const [domande, materie, livelli] = ctx.db.integers(
    `SELECT d.id_domanda, coalesce(d.id_materia, 0), coalesce(s.livello_conoscenza, ${NON_RISPOSTE})
     FROM ${alias}.domande d LEFT JOIN statistiche s ON s.id_domanda = d.id_domanda
       LEFT JOIN chiavi_utente k ON k.id_domanda = d.id_domanda
     WHERE ${HA_CHIAVE} OR k.risposta IS NOT NULL`,
    3,
  ) as [Int32Array, Int32Array, Int32Array]
  const bank = { domande, materie, livelli }
  const day = italianDay(instantOf(at))
  const today = dayNumber(day)
  const calibrazione = calibrate(storia.riscontri, regole.opzioni)
  const compose = (until?: number) => composeEsame(bank, storia, calibrazione, regole, today + 1, until)
  const now = compose()
  const names = new Map(completamento(ctx, { id_concorso }).materie.map((m) => [m.id_materia ?? 0, m.materia]))
  const told = risposte >= RISPOSTE_MINIME
  const before = readGiorni(ctx, { id_concorso, da: EVER }).reduce((n, d) => n + (d.giorno < day ? d.risposte : 0), 0)
  const { punteggi, ...oggi } = predictEsame(now.esame, calibrazione, seme)
  const drawn = { punteggi, mediana: oggi.mediana, massimo: regole.massimo }
  return {
    mancano_risposte: Math.max(0, RISPOSTE_MINIME - risposte),
    oggi: told ? oggi : null,
    ieri: before >= RISPOSTE_MINIME ? predictEsame(compose(today).esame, calibrazione, seme).mediana : null,
    prima: seduta === undefined ? null : medianBefore(ctx, { id_concorso, seduta, seme }, bank, regole, today + 1),
    posto: told && graduatoria ? rankPrevisione(graduatoria, drawn) : null,
    materie: now.materie
      .map(({ id, ...m }) => ({ id_materia: id === 0 ? null : id, materia: names.get(id) ?? '', ...m }))
      .sort((a, b) => b.da_vincere - a.da_vincere),
  }
}

/** Returns the median of the same day without a sitting's answers; null without a prediction. */
function medianBefore(
  ctx: StoreContext,
  asked: { id_concorso: number; seduta: string; seme: number },
  bank: Sorteggiabili,
  regole: RegoleEsame,
  day: number,
): number | null {
  const before = readBeforeSeduta(ctx, asked)
  if (!before) return null
  const storia = readStoriaBefore(ctx, asked.id_concorso, before)
  if (countAnswers(storia) < RISPOSTE_MINIME) return null
  const livelli = bank.livelli.map((livello, i) => before.livelli.get(bank.domande[i] as number) ?? livello)
  const calibrazione = calibrate(storia.riscontri, regole.opzioni)
  const { esame } = composeEsame({ ...bank, livelli }, storia, calibrazione, regole, day)
  return predictEsame(esame, calibrazione, asked.seme).mediana
}

const countAnswers = ({ riscontri, prime }: Storia): number =>
  riscontri.length + [...prime.values()].reduce((sum, m) => sum + m.risposte, 0)

/** Returns the usual number of options in a bank, rounded. */
const readOptions = ({ db }: StoreContext, alias: string): number =>
  db.get<{ n: number | null }>(
    `SELECT round(avg(2 + (risposta3 IS NOT NULL) + (risposta4 IS NOT NULL) + (risposta5 IS NOT NULL))) AS n
     FROM ${alias}.domande`,
  )?.n ?? 4
