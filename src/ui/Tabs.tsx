import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import css from './Menu.module.css'

export type TabItem<T extends string> = { id: T; title: ReactNode; content: () => ReactNode }

/** Sections of one page: one stop for Tab, arrows, Home and End choose. Only the chosen section exists. */
export function Tabs<T extends string>({
  label,
  tabs,
  chosen,
  onSelect,
}: {
  label: string
  tabs: readonly TabItem<T>[]
  chosen: T
  onSelect: (id: T) => void
}) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const at = tabs.findIndex((t) => t.id === chosen)
  const onKeyDown = (e: KeyboardEvent) => {
    const places: Readonly<Record<string, number>> = {
      ArrowRight: (at + 1) % tabs.length,
      ArrowLeft: (at + tabs.length - 1) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }
    const place = places[e.key]
    const tab = place === undefined ? undefined : tabs[place]
    if (!tab) return
    e.preventDefault()
    onSelect(tab.id)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[place as number]?.focus()
  }
  return (
    <>
      <div ref={list} className={css.tabs} role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map((t) => (
          <button
            key={t.id}
            type="button"
            role="tab"
            id={`${id}-${t.id}`}
            aria-selected={t.id === chosen}
            {...(t.id === chosen && { 'aria-controls': `${id}-panel` })}
            tabIndex={t.id === chosen ? 0 : -1}
            className={css.tab}
            onClick={() => onSelect(t.id)}
          >
            {t.title}
          </button>
        ))}
      </div>
      <div key={chosen} id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${chosen}`} className={css.pannello}>
        {tabs[at]?.content()}
      </div>
    </>
  )
}
