import { Tabs as Ark } from '@ark-ui/react/tabs'
import type { ReactNode } from 'react'
import css from './Menu.module.css'

export type Scheda = { id: string; titolo: ReactNode; contenuto: ReactNode }

/** Sections of one page. Import it only from lazy screens: it brings the widget library. */
export const Tabs = ({
  etichetta,
  schede,
  scelta,
  onScegli,
}: {
  etichetta: string
  schede: readonly Scheda[]
  scelta: string
  onScegli: (id: string) => void
}) => (
  <Ark.Root value={scelta} onValueChange={(d) => onScegli(d.value)} lazyMount>
    <Ark.List className={css.tabs} aria-label={etichetta}>
      {schede.map((s) => (
        <Ark.Trigger key={s.id} value={s.id} className={css.tab}>
          {s.titolo}
        </Ark.Trigger>
      ))}
    </Ark.List>
    {schede.map((s) => (
      <Ark.Content key={s.id} value={s.id} className={css.pannello}>
        {s.contenuto}
      </Ark.Content>
    ))}
  </Ark.Root>
)
