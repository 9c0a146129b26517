import { Suspense, useState } from 'react'
import { useHotkeys } from 'react-hotkeys-hook'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import type { BancaLocale, Filtro, Ordine } from '#contract/database'
import { isPercorso } from '#rules/raccolta'
import type { PresetCounts } from '../../../domain/banca-state.ts'
import { bancaState } from '../../../domain/banca-state.ts'
import { hrefSeduta } from '../../../domain/hrefs.ts'
import { preferences } from '../../../domain/preferences.ts'
import { showError } from '../../../session/notices.ts'
import { ActionColumns } from '../../../ui/ActionBar.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { hasBancaFilters } from './filters.ts'
import { MaterieChoice } from './MaterieChoice.tsx'
import { MaterieRows } from './MaterieRows.tsx'
import { PresetChoice } from './PresetChoice.tsx'
import { StartBar } from './StartBar.tsx'
import { StudySettings } from './StudySettings.tsx'
import { startStudy } from './start-study.ts'
import type { BancaViewHook } from './useBancaView.ts'
import { useCounted } from './useCounted.ts'
import { openingOrder, openingPreset } from './view.ts'

const ErroriChoice = lazyPart(() => import('./ErroriChoice.tsx'))

/** Asks what to practise and how much of it; starts with one touch where nothing else is wanted. */
export function Study({ banca, view }: { banca: BancaLocale; view: BancaViewHook }) {
  const { filters, change, reset, setPreset } = view
  const state = useSnapshot(bancaState)
  const { quante, tastiera } = useSnapshot(preferences)
  const presets = state.presets as PresetCounts | null
  // Hold the preset that opened the screen while answers of another tab change the counts.
  const [opening, setOpening] = useState<ReturnType<typeof openingPreset> | null>(null)
  if (opening === null && presets) setOpening(openingPreset(presets))
  const preset = view.preset ?? opening ?? 'nuove'
  const { rows, materie, filtro, counts, error } = useCounted(banca.id_concorso, filters, preset)
  const total = counts?.totale ?? null
  const n = total === null ? null : quante === 'tutte' ? total : Math.min(Number(quante), total)
  const ordine = filters.ordine ?? openingOrder(materie.length)
  const { busy, start } = useStart({ filtro, n, total }, ordine)
  useHotkeys('i', () => void start(), {
    enabled: tastiera,
    useKey: true,
    enableOnFormTags: true,
    ignoreEventWhen: (e) => document.querySelector('dialog[open]') !== null || isTyping(e.target),
  })
  if (!presets || !rows) return null
  const settings = (
    <StudySettings
      banca={banca}
      filters={{ ...filters, ordine }}
      counts={counts}
      materie={preset === 'materie' ? [] : rows}
      onChange={change}
    />
  )
  return (
    <ActionColumns
      choices={
        <>
          <PresetChoice banca={banca} counts={presets} preset={preset} length={quante} onSelect={setPreset} />
          {preset === 'errori' && (
            <Suspense fallback={null}>
              <ErroriChoice banca={banca} />
            </Suspense>
          )}
          {preset === 'materie' && rows.some((m) => m.id_materia !== null) && (
            <MaterieChoice rows={rows} counts={counts} materie={filters.materie} onChange={change} />
          )}
        </>
      }
      bar={
        <StartBar
          n={n}
          total={total}
          preset={preset}
          error={error}
          busy={busy}
          onStart={() => void start()}
          onReset={hasBancaFilters(filters) ? reset : null}
        />
      }
      more={
        preset !== 'materie' && rows.length > 1 && !isPercorso(banca.id_concorso) ? (
          <MaterieRows banca={banca} rows={rows} after={settings} />
        ) : (
          settings
        )
      }
    />
  )
}

/** Returns true where a typed letter is text; boxes, circles and ranges take none. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && !['radio', 'checkbox', 'range'].includes(target.type)

type Asked = {
  filtro: Filtro | null
  n: number | null
  total: number | null
}

/** Starts the chosen sitting once; a failure shows with the way to try again. */
function useStart({ filtro, n, total }: Asked, ordine: Ordine) {
  const { avanti_da_sola, mescola } = useSnapshot(preferences)
  const [, navigate] = useLocation()
  const [busy, setBusy] = useState(false)
  const start = async () => {
    if (!filtro || !n || !total || busy) return
    setBusy(true)
    const result = await startStudy({ filtro, ordine, n, total, mescola, avanti_da_sola })
    setBusy(false)
    if (result.ok) navigate(hrefSeduta(result.value))
    else showError(result.error, { riprova: () => void start() })
  }
  return { busy, start }
}
