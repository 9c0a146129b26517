import { Tabs as Ark } from '@ark-ui/react/tabs'
import type { ReactNode } from 'react'
import css from './Menu.module.css'

export type TabItem = { id: string; title: ReactNode; content: ReactNode }

/** Sections of one page. Import it only from lazy screens: it brings the widget library. */
export const Tabs = ({
  label,
  tabs,
  chosen,
  onSelect,
}: {
  label: string
  tabs: readonly TabItem[]
  chosen: string
  onSelect: (id: string) => void
}) => (
  <Ark.Root value={chosen} onValueChange={(d) => onSelect(d.value)} lazyMount>
    <Ark.List className={css.tabs} aria-label={label}>
      {tabs.map((s) => (
        <Ark.Trigger key={s.id} value={s.id} className={css.tab}>
          {s.title}
        </Ark.Trigger>
      ))}
    </Ark.List>
    {tabs.map((s) => (
      <Ark.Content key={s.id} value={s.id} className={css.pannello}>
        {s.content}
      </Ark.Content>
    ))}
  </Ark.Root>
)
