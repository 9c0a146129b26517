import type { BancaCheckup, CheckedDomanda } from '#contract/gestione/banche'
import type { Motivo } from '#contract/segnalazione'
import type { Pair } from '#rules/banca-health'
import type { StoredDomanda } from './domande.ts'
import type { HealthReport } from './health.ts'

/** Questions of one group, and of the hardest ones. */
const SHOWN = 100
const HARDEST = 20

/** Returns whether most people chose another answer than the key. */
function chosenElse({ corretta, punti }: StoredDomanda, chosen: readonly number[]): boolean {
  if (corretta === null || punti !== null) return false
  const right = chosen[corretta - 1] ?? 0
  return chosen.some((n) => n > right)
}

const toGroup = (ids: readonly number[]) => ({ totale: ids.length, id: ids.slice(0, SHOWN) })

/** Returns a bank's health as its screen shows it; `also` is a question to show whatever its state. */
export function describeHealth(r: HealthReport, also: number | null): BancaCheckup {
  const { questions } = r
  const idAt = (i: number): number => questions[i]?.id_domanda ?? 0
  const by = new Map(questions.map((d) => [d.id_domanda, d]))
  const chosen = new Map(r.difficulty.map((d) => [d.id_domanda, d.chosen]))
  const open = new Map(r.segnalazioni.map((s) => [s.id_domanda, s.open]))
  const missing = new Set(r.missing_images)
  const of = (test: (d: StoredDomanda) => boolean) => toGroup(questions.filter(test).map((d) => d.id_domanda))
  const toPairs = (pairs: readonly Pair[]) => ({
    totale: pairs.length,
    coppie: pairs.slice(0, SHOWN).map(([a, b]): [number, number] => [idAt(a), idAt(b)]),
  })
  const groups = {
    segnalate: toGroup(r.segnalazioni.filter((s) => Object.keys(s.open).length > 0).map((s) => s.id_domanda)),
    altra_scelta: of((d) => chosenElse(d, chosen.get(d.id_domanda) ?? [])),
    difficili: toGroup(
      r.difficulty
        .filter((d) => d.wrong > 0)
        .slice(0, HARDEST)
        .map((d) => d.id_domanda),
    ),
    contestate: of((d) => d.stato === 'contestata'),
    annullate: of((d) => d.stato === 'annullata'),
    risposte_uguali: toGroup(r.equal_answers.map(idAt)),
    senza_immagine: of((d) => d.immagine !== null && missing.has(d.immagine)),
  }
  const pairs = { gemelle: toPairs(r.twins), trappole: toPairs(r.traps) }
  const named = new Set([
    ...(also === null ? [] : [also]),
    ...Object.values(groups).flatMap((g) => g.id),
    ...Object.values(pairs).flatMap((p) => p.coppie.flat()),
  ])
  const toVoce = (d: StoredDomanda): CheckedDomanda => ({
    id_domanda: d.id_domanda,
    posizione: d.posizione,
    id_ufficiale: d.id_ufficiale,
    materia: d.id_materia === null ? null : (r.subjects.get(d.id_materia) ?? null),
    testo: d.testo,
    html: d.html,
    risposte: d.risposte,
    corretta: d.corretta,
    stato: d.stato,
    segnalazioni: Object.entries(open.get(d.id_domanda) ?? {}).map(([motivo, n]) => ({ motivo: motivo as Motivo, n })),
    scelte: chosen.get(d.id_domanda)?.slice(0, d.risposte.length) ?? null,
  })
  const { id_concorso, concorso, versione, domande, without_key: senza_chiave } = r
  const voci = [...named].flatMap((id) => by.get(id) ?? []).map(toVoce)
  return { id_concorso, concorso, versione, domande, senza_chiave, voci, ...groups, ...pairs }
}
