import type { ProgressiLocali } from '#contract/database'
import { LE_SAI } from '#rules/livello'
import { LivelloBar } from '../../components/Livelli.tsx'
import { formatNumber } from '../../text/formats.ts'
import { BEST_FIRST, livelloName } from '../../text/livelli.ts'
import { ChartTable } from '../../ui/ChartTable.tsx'
import { FoldedCard } from '../../ui/FoldedCard.tsx'
import css from './progressi.module.css'
import { progressiText as texts } from './text.ts'

/** Levels of a bank at the end of each week [PG2]. */
export const LevelsCard = ({ settimane }: { settimane: ProgressiLocali['settimane'] }) => {
  const name = (i: number, monday: string) => (i === settimane.length - 1 ? texts.adesso : texts.settimana_del(monday))
  return (
    <FoldedCard id="livelli-settimane" title={texts.livelli} note={texts.livelli_sotto}>
      <figure>
        <ol className={css.settimane} aria-hidden="true">
          {settimane.map(({ lunedi, per_livello }, i) => (
            <li key={lunedi}>
              <span>{name(i, lunedi)}</span>
              <LivelloBar per_livello={per_livello} />
              <b>{texts.sai(per_livello[LE_SAI])}</b>
            </li>
          ))}
        </ol>
        <ChartTable
          title={texts.livelli}
          columns={[texts.settimana, ...BEST_FIRST.map(livelloName)]}
          rows={settimane.map(({ lunedi, per_livello }, i) => ({
            id: lunedi,
            cells: () => [name(i, lunedi), ...BEST_FIRST.map((l) => formatNumber(per_livello[l]))],
          }))}
        />
      </figure>
    </FoldedCard>
  )
}
