import type { Oggi } from '#contract/database'
import { instantOf } from '#rules/dates'
import { italianDay } from '#rules/italian-day'
import { type Livello, NON_RISPOSTE } from '#rules/livello'
import { composeAncora, composeOggi, isQuestionDue, type MateriaOggi, planDay, type Vista } from '#rules/oggi'
import { attach } from '../banche/attach.ts'
import { HA_CHIAVE } from '../banche/chiave.ts'
import type { StoreContext } from '../core/context.ts'
import { readGiorni } from './giorni.ts'

const MINUTE_MS = 60_000

type Open = { mai_viste: number[]; dovute: { id: number; minute: number }[] }

/** Where a bank stands today and the questions of today's sitting, or of a further one [OG1][OG2]: one pass over the bank beside its records. */
export function readOggi(
  ctx: StoreContext,
  { id_concorso, n, data_prova, at }: { id_concorso: number; n: number; data_prova: string | null; at: string },
): Oggi {
  const { alias } = attach(ctx, id_concorso)
  const today = italianDay(instantOf(at))
  const [ids, materie, livelli, minutes, answered] = ctx.db.integers(
    `SELECT d.id_domanda, coalesce(d.id_materia, 0), coalesce(s.livello_conoscenza, ${NON_RISPOSTE}),
       coalesce(s.eseguita_ms, 0) / ${MINUTE_MS}, s.risposta_gettonata IS NOT NULL
     FROM ${alias}.domande d LEFT JOIN statistiche s ON s.id_domanda = d.id_domanda
       LEFT JOIN chiavi_utente k ON k.id_domanda = d.id_domanda
     WHERE ${HA_CHIAVE} OR k.risposta IS NOT NULL ORDER BY d.posizione`,
    5,
  ) as [Int32Array, Int32Array, Int32Array, Int32Array, Int32Array]
  const byMateria = new Map<number, Open>()
  let mai_viste = 0
  let dovute = 0
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i] as number
    const materia = materie[i] as number
    const livello = livelli[i] as Livello
    const open = byMateria.get(materia) ?? { mai_viste: [], dovute: [] }
    byMateria.set(materia, open)
    const minute = minutes[i] as number
    if (livello === NON_RISPOSTE && answered[i] === 0) {
      open.mai_viste.push(id)
      mai_viste++
    } else if (isQuestionDue(livello, minute * MINUTE_MS, today)) {
      open.dovute.push({ id, minute })
      dovute++
    }
  }
  const [done] = readGiorni(ctx, { id_concorso, da: today })
  const piano = planDay({ mai_viste, viste_oggi: done?.nuove ?? 0, data_prova, today })
  const subjects = [...byMateria].map(
    ([id_materia, open]): MateriaOggi => ({
      id_materia: id_materia === 0 ? null : id_materia,
      mai_viste: open.mai_viste,
      dovute: open.dovute.sort((x, y) => x.minute - y.minute).map(({ id }) => id),
    }),
  )
  const ancora = mai_viste + dovute === 0
  const seen = (): Vista[] =>
    Array.from(ids, (id, i) => ({ id, livello: livelli[i] as Livello, quando: minutes[i] as number }))
  return {
    piano,
    n_domande: ids.length,
    mai_viste,
    dovute,
    risposte_oggi: done?.risposte ?? 0,
    ancora,
    scelte: Int32Array.from(ancora ? composeAncora(seen(), n) : composeOggi(subjects, { n, oggi: piano.oggi })),
  }
}
