import { useState } from 'react'
import { SEVERAL_BANCHE } from '#contract/database'
import { SedutaHistory } from '../../components/SedutaHistory.tsx'
import { findBanca } from '../../domain/banche-state.ts'
import { hrefReview } from '../../domain/hrefs.ts'
import { useSedutaHistory } from '../../domain/sedute-history.ts'
import { historyText } from '../../text/storia.ts'
import { Segmented } from '../../ui/Segmented.tsx'
import css from './progressi.module.css'
import { FILTER_KINDS, type HistoryFilter, progressiText as texts } from './text.ts'

const OPTIONS = (Object.keys(FILTER_KINDS) as HistoryFilter[]).map((value) => ({ value, text: texts.filtri[value] }))
const bancaName = (id_concorso: number) =>
  id_concorso === SEVERAL_BANCHE
    ? historyText.piu_banche
    : (findBanca(id_concorso)?.concorso ?? historyText.banca_tolta)

/** Every sitting that has ended, of a bank or of all, and the kinds to look at. */
export function SittingsCard({ id_concorso }: { id_concorso: number | null }) {
  const [filter, setFilter] = useState<HistoryFilter>('tutte')
  const history = useSedutaHistory(id_concorso, FILTER_KINDS[filter])
  return (
    <SedutaHistory
      {...history}
      className={css.tutto}
      href={hrefReview}
      {...(id_concorso === null && { banca: (s) => bancaName(s.id_concorso) })}
      filters={
        <Segmented legend={texts.filtro} legendVisible={false} options={OPTIONS} value={filter} onSelect={setFilter} />
      }
      empty={texts.nessuna}
    />
  )
}
