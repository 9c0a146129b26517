import { memo, type ReactNode } from 'react'
import type { BancaLocale, Conteggi } from '#contract/database'
import type { Livello } from '#rules/livello'
import { LivelloGlyph } from '../../../components/Livelli.tsx'
import { bancaText as texts } from '../../../text/banca.ts'
import { formatNumber } from '../../../text/formats.ts'
import { livelloName } from '../../../text/livelli.ts'
import { Card, Stack, VisuallyHidden } from '../../../ui/base.tsx'
import { IconStar } from '../../../ui/icons.ts'
import css from './banca.module.css'
import { type BancaFilters, toggleValue } from './filters.ts'

/** Order of the tiles, from the level that needs work most. */
const TILES: readonly Livello[] = [-2, -1, 0, -99, 1]

/** Asks which levels to practise, and whether favourites alone. */
export const LivelliChoice = memo(function LivelliChoice({
  banca,
  counts,
  livelli,
  soloPreferiti,
  onChange,
}: {
  banca: BancaLocale
  counts: Conteggi | null
  livelli: BancaFilters['livelli']
  soloPreferiti: boolean
  onChange: (patch: Partial<BancaFilters>) => void
}) {
  const per_livello = counts?.per_livello ?? banca.per_livello
  return (
    <Card aria-labelledby="livelli">
      <Stack>
        <h2 id="livelli">{texts.livelli}</h2>
        <fieldset>
          <legend>
            <VisuallyHidden>{texts.livelli}</VisuallyHidden>
          </legend>
          <div className={css.tessere}>
            {TILES.map((l) => (
              <Tile
                key={l}
                icon={<LivelloGlyph livello={l} />}
                name={livelloName(l)}
                n={per_livello[l]}
                chosen={livelli.includes(l)}
                onSelect={() => onChange({ livelli: toggleValue(livelli, l) })}
              />
            ))}
            <Tile
              icon={<IconStar size={20} />}
              name={texts.solo_preferite}
              n={counts?.preferiti ?? banca.preferiti}
              chosen={soloPreferiti}
              onSelect={() => onChange({ soloPreferiti: !soloPreferiti })}
            />
          </div>
        </fieldset>
      </Stack>
    </Card>
  )
})

const Tile = (p: { icon: ReactNode; name: string; n: number; chosen: boolean; onSelect: () => void }) => (
  <label className={css.tessera}>
    <input type="checkbox" checked={p.chosen} onChange={p.onSelect} />
    <span className={css.faccia}>
      {p.icon}
      <span>{p.name}</span>
      <b>{formatNumber(p.n)}</b>
    </span>
  </label>
)
