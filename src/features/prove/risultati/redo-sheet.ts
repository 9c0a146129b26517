import type { SavedProva } from '#contract/prova'
import { otherVersione, reorder, semeOf } from '#rules/prova/foglio'
import { extraTime } from '../../../domain/extra-time.ts'
import { startProva } from '../../../domain/start-prova.ts'
import { newSeed } from '../../../platform/ids.ts'
import type { RisultatiData } from '../read-risultati.ts'

/** Starts the same questions by the same rules on the other version of the sheet, in another order [FG4]. */
export function redoSheet(
  { seduta, prova }: Pick<RisultatiData, 'seduta' | 'prova'>,
  foglio: NonNullable<SavedProva['foglio']>,
) {
  const seed = newSeed()
  const other = otherVersione(foglio)
  const order = reorder(prova.sezioni, seed)
  return startProva({
    tipo: 'PROVA_PERSONALIZZATA',
    id_concorso: seduta.id_concorso,
    scelte: Int32Array.from(order, (place) => seduta.id_domande[place] as number),
    seme: semeOf(seed, other),
    prova: {
      regole: prova.regole,
      sezioni: prova.sezioni,
      difficolta: order.map((place) => prova.difficolta[place] ?? 0),
      tempo_aggiuntivo: extraTime.percent,
      simulazione: null,
      sfida: null,
      foglio: other,
    },
  })
}
