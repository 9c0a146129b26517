import { SEVERAL_BANCHE } from '#contract/database'
import { hrefReview } from '../../components/hrefs.ts'
import { SedutaHistory } from '../../components/SedutaHistory.tsx'
import { historyText, risultatiText } from '../../text/risultati.ts'
import { findBanca } from '../banche/banche-state.ts'
import { useSedutaHistory } from '../sedute/index.ts'
import css from './home.module.css'

/** Every sitting that has ended, of every bank and over several: no bank lists those. */
export const HomeHistory = () => (
  <SedutaHistory
    {...useSedutaHistory(null)}
    className={css.tutto}
    href={hrefReview}
    banca={({ id_concorso }) =>
      id_concorso === SEVERAL_BANCHE
        ? risultatiText.piu_banche
        : (findBanca(id_concorso)?.concorso ?? historyText.banca_tolta)
    }
  />
)
