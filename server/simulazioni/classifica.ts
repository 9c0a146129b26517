import type { ResponseOf } from '#contract/calls'
import { fail, ok, type Result } from '#contract/result'
import { isAmongTop, meanMillesimi, posizione } from '#rules/classifica'
import type { Regolamento } from '#rules/regolamento/types'
import type { Db } from '../deps.ts'
import { type RegoleRow, rulesOf, writeRegole } from './regole.ts'

/** Most bands of the distribution, and most where few people would stand in them. */
const BANDS = 30
const FEW_BANDS = 10
const FEW_PEOPLE = 100

type Account = { n: number; maggiori: number; pari: number; somma: number; sopra: number }

/**
 * Returns the ranking of a simulation for one account (D24). Sums run over scores, never over people: the cost grows
 * with the number of different scores. NON_TROVATO when there is no such simulation.
 */
export async function readClassifica(
  db: Db,
  id_utente: number,
  id_simulazione: number,
): Promise<Result<ResponseOf<'classifica'>>> {
  const [simulazione, own] = await Promise.all([
    db.query<RegoleRow>(
      `select durata, sbarramento, punteggio_risposte_corrette, punteggio_risposte_sbagliate, punteggio_non_risposte, regole
       from simulazione where id_simulazione = $1`,
      [id_simulazione],
      'soglia_simulazione',
    ),
    db.query<{ punti: number; superata: boolean | null; tempo_aggiuntivo: number }>(
      'select punti, superata, tempo_aggiuntivo from esito_simulazione where id_utente = $1 and id_simulazione = $2 and in_classifica',
      [id_utente, id_simulazione],
      'esito_classificato',
    ),
  ])
  const row = simulazione.rows[0]
  if (!row) return fail('NON_TROVATO', { detail: 'simulazione' })
  const regole = rulesOf(writeRegole(row))
  const { minimo: threshold, primi: firsts, pari_merito } = regole.ammissione
  const mia = own.rows[0]
  const tempo_aggiuntivo = mia?.tempo_aggiuntivo ?? 0
  const [counts, bands] = await Promise.all([
    db.query<Account & { stesso: boolean }>(
      `select stesso, sum(n)::int as n, sum(n) filter (where punti > $2)::int as maggiori, sum(n) filter (where punti = $2)::int as pari,
         sum(n::bigint * punti)::bigint as somma, sum(n) filter (where punti >= $3)::int as sopra
       from (select tempo_aggiuntivo = $4 as stesso, punti, n from classifica_punti where id_simulazione = $1) c group by stesso`,
      [id_simulazione, mia?.punti ?? null, threshold, tempo_aggiuntivo],
      'classifica',
    ),
    // Use bands of whole points, and a whole number of them a band: an axis that people can read.
    db.query<{ fascia: number; n: number; larga: number }>(
      `with c as (select punti, n, max(punti) over () - min(punti) over () as ampia, sum(n) over () as tutti
         from classifica_punti where id_simulazione = $1 and n > 0),
       w as (select punti, n, greatest(1, ceil(ampia / 1000.0 / case when tutti < ${FEW_PEOPLE} then ${FEW_BANDS} else ${BANDS} end))::int as larga from c)
       select floor(punti / (1000.0 * larga))::int as fascia, sum(n)::int as n, larga from w group by fascia, larga order by fascia`,
      [id_simulazione],
      'distribuzione',
    ),
  ])
  const same = add(counts.rows.filter((c) => c.stesso))
  const all = add(counts.rows)
  return ok({
    ...toPosto(all, mia !== undefined),
    punteggio: mia ? mia.punti / 1000 : null,
    pari_merito: all.pari,
    sopra_soglia: threshold === null ? null : all.sopra,
    primi: firsts === null ? null : { quanti: firsts, pari_merito },
    ammesso: mia ? isAmmesso(regole, all, mia.superata) : null,
    stesso_tempo: { ...toPosto(same, mia !== undefined), tempo_aggiuntivo },
    distribuzione: bands.rows.map(({ fascia: band, n, larga }) => ({ da: band * larga, n })),
  })
}

const add = (counts: readonly Account[]): Account =>
  counts.reduce(
    (sum, c) => ({
      n: sum.n + c.n,
      maggiori: sum.maggiori + (c.maggiori ?? 0),
      pari: sum.pari + (c.pari ?? 0),
      somma: sum.somma + Number(c.somma),
      sopra: sum.sopra + (c.sopra ?? 0),
    }),
    { n: 0, maggiori: 0, pari: 0, somma: 0, sopra: 0 },
  )

/**
 * Returns whether a ranked outcome is among the first places now. An account below a threshold is not. Accounts with
 * more points may have missed the threshold of a section and take no place. The counters do not separate them: beyond
 * the first places the answer is unknown.
 */
function isAmmesso({ ammissione, sezioni }: Regolamento, account: Account, superata: boolean | null): boolean | null {
  const { primi: firsts, pari_merito, minimo_per_sezione } = ammissione
  if (firsts === null) return null
  if (superata === false) return false
  if (isAmongTop(account, { primi: firsts, pari_merito })) return true
  return minimo_per_sezione === null && sezioni.every((s) => s.sbarramento === null) ? false : null
}

function toPosto({ n, maggiori, somma }: Account, ranked: boolean) {
  const average = meanMillesimi(somma, n)
  return {
    numero_partecipanti: n,
    posizione_classifica: ranked ? posizione(maggiori) : null,
    punteggio_medio: average === null ? null : average / 1000,
  }
}
