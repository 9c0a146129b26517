import { useEffect, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import type { BancaLocale, Completamento, Conteggi } from '#contract/database'
import { hrefSeduta } from '../../../app/hrefs.ts'
import { showError } from '../../../app/notices.ts'
import { preferences } from '../../sedute/preferences.ts'
import { bancaState, countFilter, startSeduta } from '../banca-state.ts'
import css from './banca.module.css'
import { hasBancaFilters, toBancaFiltro } from './filters.ts'
import { LivelliChoice } from './LivelliChoice.tsx'
import { MaterieChoice } from './MaterieChoice.tsx'
import { OrderCard } from './OrderCard.tsx'
import { OtherModes } from './OtherModes.tsx'
import { StartBar } from './StartBar.tsx'
import { useBancaFilters } from './useBancaFilters.ts'

/** The filters are the content: every one of them, what they leave, and the way in. */
export function Practice({ banca }: { banca: BancaLocale }) {
  const { id_concorso } = banca
  const { filters, change, reset } = useBancaFilters(id_concorso)
  const view = useSnapshot(bancaState)
  const { avanti_da_sola, mescola } = useSnapshot(preferences)
  const [, navigate] = useLocation()
  const [busy, setBusy] = useState(false)
  const completamento = view.completamento as Completamento | null
  const counts = view.counts as Conteggi | null
  const materie = useMemo(
    () => completamento?.materie.flatMap((m) => (m.id_materia === null ? [] : [m.id_materia])) ?? null,
    [completamento],
  )
  const filtro = useMemo(
    () => (materie ? toBancaFiltro(id_concorso, filters, materie) : null),
    [id_concorso, filters, materie],
  )
  useEffect(() => {
    if (filtro) void countFilter(filtro)
  }, [filtro])

  const start = async () => {
    if (!filtro || busy) return
    setBusy(true)
    const result = await startSeduta({ filtro, ordine: filters.ordine, mescola, avanti_da_sola })
    setBusy(false)
    if (result.ok) navigate(hrefSeduta(result.value))
    else showError(result.error, { riprova: () => void start() })
  }
  return (
    <div className={css.colonne}>
      <div className={css.schede}>
        <LivelliChoice
          banca={banca}
          counts={counts}
          livelli={filters.livelli}
          soloPreferiti={filters.soloPreferiti}
          onChange={change}
        />
        <OrderCard n={banca.n_domande_totali} filters={filters} onChange={change} />
        {completamento && materie && materie.length > 0 && (
          <MaterieChoice rows={completamento.materie} counts={counts} materie={filters.materie} onChange={change} />
        )}
        {filtro && <OtherModes filtro={filtro} ordine={filters.ordine} empty={counts?.totale === 0} />}
      </div>
      <StartBar
        total={counts?.totale ?? null}
        error={view.counts_error}
        busy={busy}
        onStart={() => void start()}
        onReset={hasBancaFilters(filters) ? reset : null}
      />
    </div>
  )
}
