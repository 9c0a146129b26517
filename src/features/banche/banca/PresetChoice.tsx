import { type ReactNode, useId } from 'react'
import type { BancaLocale } from '#contract/database'
import { LivelloBar, LivelloGlyph } from '../../../components/Livelli.tsx'
import { PRESETS, type Preset, type PresetCounts } from '../../../domain/banca-state.ts'
import { STUDY_LENGTHS, setChoice } from '../../../domain/preferences.ts'
import { bancaText } from '../../../text/banca.ts'
import { formatNumber } from '../../../text/formats.ts'
import { bancaTextOf } from '../../../text/materie.ts'
import { Card, Stack, VisuallyHidden } from '../../../ui/base.tsx'
import { CountedHead } from '../../../ui/CardHead.tsx'
import { IconLibrary, IconStar, IconSubjects, IconWrong } from '../../../ui/icons.ts'
import { Segmented } from '../../../ui/Segmented.tsx'
import css from './banca.module.css'

const ICONS: Readonly<Record<Preset, ReactNode>> = {
  nuove: <LivelloGlyph livello={-99} />,
  errori: <IconWrong size={20} />,
  preferite: <IconStar size={20} />,
  materie: <IconSubjects size={20} />,
  tutte: <IconLibrary size={20} />,
}
const LENGTHS = STUDY_LENGTHS.map((value) => ({ value, text: value === 'tutte' ? bancaText.quante_tutte : value }))

/** Shows how the bank is known, and asks what to practise and how many questions. */
export function PresetChoice({
  banca,
  counts,
  preset,
  length,
  onSelect,
}: {
  banca: BancaLocale
  counts: PresetCounts
  preset: Preset
  length: (typeof STUDY_LENGTHS)[number]
  onSelect: (preset: Preset) => void
}) {
  const name = useId()
  const texts = bancaTextOf(banca.id_concorso)
  return (
    <Card aria-labelledby="ripassare">
      <Stack>
        <CountedHead
          id="ripassare"
          title={texts.ripassare}
          count={texts.viste(banca.viste, banca.n_domande, banca.completamento)}
        />
        <LivelloBar per_livello={banca.per_livello} size="grande" />
        <fieldset>
          <legend>
            <VisuallyHidden>{texts.ripassare}</VisuallyHidden>
          </legend>
          <div className={css.tessere}>
            {PRESETS.map((p) => (
              <label key={p} className={css.tessera}>
                <input type="radio" name={name} checked={p === preset} onChange={() => onSelect(p)} />
                <span className={css.faccia}>
                  {ICONS[p]}
                  <span>{texts.scelte[p]}</span> <b>{formatNumber(counts[p])}</b>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
        <Segmented
          legend={texts.quante}
          options={LENGTHS}
          value={length}
          onSelect={(value) => setChoice('quante', value)}
        />
      </Stack>
    </Card>
  )
}
