import type { MateriaProgressi, ProgressiLocali } from '#contract/database'
import { instantOf } from '#rules/dates'
import { italianDay } from '#rules/italian-day'
import { composeProgressi, type MateriaCourse } from '#rules/progressi'
import type { StoreContext } from '../core/context.ts'
import { completamento } from './completamento.ts'
import { readPassi, readTouched } from './passi.ts'

/**
 * Reads the progress of practice (contract/store/statistiche `readProgressi`): one pass over the steps, one over the
 * records.
 */
export function readProgressi(
  ctx: StoreContext,
  { id_concorso, at }: { id_concorso: number | null; at: string },
): ProgressiLocali {
  const known = id_concorso === null ? null : completamento(ctx, { id_concorso })
  const passi = readPassi(ctx, id_concorso, 0)
  const touched = readTouched(ctx, id_concorso)
  const told = composeProgressi(passi, touched, { totale: known?.totale.totale ?? 0, today: italianDay(instantOf(at)) })
  return {
    giorni: told.giorni,
    settimane: known ? told.settimane : [],
    materie: known ? known.materie.map((m) => ({ ...m, ...courseOf(told.materie, m.id_materia) })) : [],
  }
}

const courseOf = (
  courses: readonly MateriaCourse[],
  id_materia: number | null,
): Pick<MateriaProgressi, 'risposte' | 'giuste' | 'settimane'> => {
  const { risposte, giuste, settimane } = courses.find((c) => c.id_materia === id_materia) ?? {
    risposte: 0,
    giuste: 0,
    settimane: [],
  }
  return { risposte, giuste, settimane }
}
