import { SEVERAL_BANCHE } from '#contract/database'
import { SedutaHistory } from '../../components/SedutaHistory.tsx'
import { findBanca } from '../../domain/banche-state.ts'
import { hrefReview } from '../../domain/hrefs.ts'
import { useSedutaHistory } from '../../domain/sedute-history.ts'
import { historyText } from '../../text/storia.ts'

/** Lists every ended sitting, of one bank or over several, because no bank lists the latter. */
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
