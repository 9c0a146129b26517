import { creaBanca } from '#tests/workers/mondo'
import type { Published } from './world.ts'

/** Two versions of one bank, the second with a question more, and another bank. */
export async function makeBanks(): Promise<Published[]> {
  const made = await Promise.all([
    creaBanca({ id_concorso: 1, n: 10 }),
    creaBanca({ id_concorso: 1, n: 11 }),
    creaBanca({ id_concorso: 2, n: 8 }),
  ])
  return made.map(({ concorso, pacchetto, domande }) => ({
    concorso,
    zip: pacchetto,
    ids: domande.map((d) => d.id_domanda),
  }))
}
