import { useState } from 'react'
import { useSnapshot } from 'valtio'
import type { BancaLocale, Conteggi, RigaCompletamento } from '#contract/database'
import { preferences } from '../../../domain/preferences.ts'
import { bancaText, ordiniText } from '../../../text/banca.ts'
import { bancaTextOf } from '../../../text/materie.ts'
import { IconDown } from '../../../ui/icons.ts'
import css from './banca.module.css'
import type { BancaFilters, OrderedFilters } from './filters.ts'
import { LivelliChoice } from './LivelliChoice.tsx'
import { MaterieChoice } from './MaterieChoice.tsx'
import { OrderCard } from './OrderCard.tsx'

/** Writes the settings in a line: the order, then only the ones that narrow the questions. */
function settingsInWords(filters: OrderedFilters, n: number, mescola: boolean, texts = bancaText): string {
  const set = texts.impostate
  return [
    filters.ordine === 'UFFICIALE' ? set.in_ordine : ordiniText[filters.ordine].nome,
    filters.materie.length === 0 ? set.tutte_materie : set.materie(filters.materie.length),
    filters.livelli.length > 0 && set.livelli(filters.livelli.length),
    filters.soloPreferiti && set.preferite,
    filters.testo.trim() !== '' && set.parole(filters.testo.trim()),
    (filters.da !== null || filters.a !== null) && set.posizioni(filters.da ?? 1, filters.a ?? n),
    mescola ? set.mescola : set.stampate,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Folds every setting of an exercise behind one line that lists the current ones [SC17]. */
export function StudySettings({
  banca,
  filters,
  counts,
  materie,
  onChange,
}: {
  banca: BancaLocale
  filters: OrderedFilters
  counts: Conteggi | null
  /** Subjects to choose from here; none where they are chosen elsewhere on the screen. */
  materie: readonly RigaCompletamento[]
  onChange: (patch: Partial<BancaFilters>) => void
}) {
  const texts = bancaTextOf(banca.id_concorso)
  const { mescola } = useSnapshot(preferences)
  const [open, setOpen] = useState(false)
  return (
    <details className={css.impostazioni} open={open} onToggle={(e) => setOpen(e.currentTarget.open)}>
      <summary>
        <span>
          <b>{texts.impostazioni}</b>
          <span>{settingsInWords(filters, banca.n_domande_totali, mescola, texts)}</span>
        </span>
        <IconDown size={20} />
      </summary>
      {open && (
        <div className={css.schede}>
          <LivelliChoice
            banca={banca}
            counts={counts}
            livelli={filters.livelli}
            soloPreferiti={filters.soloPreferiti}
            onChange={onChange}
          />
          <OrderCard n={banca.n_domande_totali} filters={filters} onChange={onChange} />
          {materie.some((m) => m.id_materia !== null) && (
            <MaterieChoice rows={materie} counts={counts} materie={filters.materie} onChange={onChange} />
          )}
        </div>
      )}
    </details>
  )
}
