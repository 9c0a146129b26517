import { SEVERAL_BANCHE } from '#contract/database'
import { SedutaHistory } from '../../components/SedutaHistory.tsx'
import { findBanca } from '../../domain/banche-state.ts'
import { hrefReview } from '../../domain/hrefs.ts'
import { useSedutaHistory } from '../../domain/sedute-history.ts'
import { historyText } from '../../text/storia.ts'

/** Every sitting that has ended, of every bank and over several: no bank lists those. */
export default function HomeHistory() {
  return (
    <SedutaHistory
      {...useSedutaHistory(null)}
      href={hrefReview}
      banca={({ id_concorso }) =>
        id_concorso === SEVERAL_BANCHE
          ? historyText.piu_banche
          : (findBanca(id_concorso)?.concorso ?? historyText.banca_tolta)
      }
    />
  )
}
