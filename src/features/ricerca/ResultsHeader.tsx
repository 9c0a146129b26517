import type { SearchOrder } from '#rules/filtro'
import { newSeed } from '../../platform/ids.ts'
import { ordiniText } from '../../text/banca.ts'
import { ricercaText as texts } from '../../text/ricerca.ts'
import { Button, IconAction } from '../../ui/Button.tsx'
import { Muted } from '../../ui/base.tsx'
import { IconDown, IconShuffle } from '../../ui/icons.ts'
import { RICERCA_ORDINI, type RicercaFilters } from './filters.ts'
import css from './ricerca.module.css'

/** Hits from which a person may jump to a place by its number. */
const MANY = 100

/** Count and order of the results. */
export function ResultsHeader({
  n,
  banche,
  filters,
  onChange,
  onJump,
}: {
  n: number
  /** Banks searched. */
  banche: number
  filters: RicercaFilters
  onChange: (patch: Partial<RicercaFilters>) => void
  /** Jumps to a result by its number; null where another control does. */
  onJump: ((place: number) => void) | null
}) {
  return (
    <div className={css.testata}>
      <p role="status" className={css.conto}>
        <b>{texts.domande(n)}</b>
        {banche > 1 && (
          <Muted as="span" className={css.soloLargo}>
            {' '}
            {texts.n_banche(banche)}
          </Muted>
        )}
      </p>
      {onJump && <JumpTo n={n} onJump={onJump} />}
      <div className={css.ordine}>
        <label className={css.scelta}>
          <span className={css.nascosta}>{texts.ordine}</span>
          <select
            value={filters.ordine}
            onChange={(e) => onChange({ ordine: e.currentTarget.value as SearchOrder, seme: newSeed() % SEEDS })}
          >
            {RICERCA_ORDINI.map((o) => (
              <option key={o} value={o}>
                {ordiniText[o].nome}
              </option>
            ))}
          </select>
          <IconDown size={16} />
        </label>
        {filters.ordine === 'CASUALE' && (
          <IconAction
            label={texts.rimescola}
            icon={<IconShuffle size={20} />}
            onClick={() => onChange({ seme: newSeed() % SEEDS })}
          />
        )}
      </div>
    </div>
  )
}

/** Number of seeds, so that an address carries nine figures. */
const SEEDS = 1_000_000_000

/** Form that jumps to a result by its number; absent where results are few. */
export function JumpTo({ n, onJump }: { n: number; onJump: (place: number) => void }) {
  if (n < MANY) return null
  return (
    <form
      className={css.vai}
      onSubmit={(e) => {
        e.preventDefault()
        const place = Number(new FormData(e.currentTarget).get('posto'))
        if (place > 0) onJump(Math.min(n, Math.round(place)) - 1)
      }}
    >
      <label>
        <span>{texts.vai_al}</span>
        <input name="posto" type="number" inputMode="numeric" min={1} max={n} required />
      </label>
      <Button type="submit" variant="fantasma" size="sm">
        {texts.vai}
      </Button>
    </form>
  )
}
