import { useState } from 'react'
import type { BancaLocale } from '#contract/database'
import { isPropria } from '#rules/raccolta'
import { LivelloBar, LivelloTiles } from '../../../components/Livelli.tsx'
import { isBegun } from '../../../domain/banche-state.ts'
import { bancaText as texts } from '../../../text/banca.ts'
import { Card, Stack } from '../../../ui/base.tsx'
import { CountedHead } from '../../../ui/CardHead.tsx'
import { IconDown } from '../../../ui/icons.ts'
import { ProgressiView } from '../../progressi/index.ts'
import css from './banca.module.css'
import { CloudCard } from './CloudCard.tsx'
import { NormeCard } from './NormeCard.tsx'
import { ResetCard } from './ResetCard.tsx'

/**
 * Shows knowledge of a begun bank, over all and subject by subject [CP1]. Below stand practice with every sitting that has ended,
 * then the norms that the bank cites.
 */
const ProgressiTab = ({ banca }: { banca: BancaLocale }) => (
  <div className={css.schede}>
    {isBegun(banca) && (
      <Card aria-labelledby="conosci">
        <Stack>
          <CountedHead
            id="conosci"
            title={texts.conosci}
            count={texts.viste(banca.viste, banca.n_domande, banca.completamento)}
          />
          <LivelloBar per_livello={banca.per_livello} size="grande" />
          <LivelloTiles per_livello={banca.per_livello} />
        </Stack>
      </Card>
    )}
    <ProgressiView
      id_concorso={banca.id_concorso}
      after={
        <>
          <NormeCard id_concorso={banca.id_concorso} />
          <Tools banca={banca} />
        </>
      }
    />
  </div>
)
export default ProgressiTab

/** Folds the tools of a bank away, because study seldom needs them. */
function Tools({ banca }: { banca: BancaLocale }) {
  const [open, setOpen] = useState(false)
  const own = isPropria(banca.id_concorso)
  return (
    <details className={css.impostazioni} open={open} onToggle={(e) => setOpen(e.currentTarget.open)}>
      <summary>
        <span>
          <b>{texts.strumenti}</b>
          <span>{texts.strumenti_testo(own)}</span>
        </span>
        <IconDown size={20} />
      </summary>
      {open && (
        <div className={css.schede}>
          {!own && <CloudCard id_concorso={banca.id_concorso} />}
          <ResetCard banca={banca} />
        </div>
      )}
    </details>
  )
}
