import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { IconAction } from './Button.tsx'
import base from './base.module.css'
import { cx } from './cx.ts'
import { IconMore } from './icons.ts'
import css from './Menu.module.css'

export type MenuItem = { id: string; text: string; icon?: ReactNode; danger?: boolean; onSelect: () => void }

const GAP_PX = 8
const WIDTH_PX = 236

/** Places the menu by its end under the button, or over it where more room is. The menu scrolls in the room that it has. */
function placeAt(button: HTMLElement): CSSProperties {
  const { top, right, bottom } = button.getBoundingClientRect()
  const { clientWidth, clientHeight } = document.documentElement
  const insetInlineEnd = Math.max(GAP_PX, Math.min(clientWidth - right, clientWidth - WIDTH_PX))
  const room = Math.max(top, clientHeight - bottom) - 2 * GAP_PX
  const block = top > clientHeight - bottom ? { bottom: clientHeight - top + GAP_PX } : { top: bottom + GAP_PX }
  return { insetInlineEnd, maxBlockSize: room, ...block }
}

/** The item that a key leads to from the item at `at`; undefined for a key that leads nowhere. */
function itemAfter(key: string, items: readonly HTMLElement[], at: number): HTMLElement | undefined {
  if (key === 'ArrowDown') return items[(at + 1) % items.length]
  if (key === 'ArrowUp') return items[(at - 1 + items.length) % items.length]
  if (key === 'Home') return items[0]
  if (key === 'End') return items.at(-1)
  const named = (item: HTMLElement) => item.innerText.trim().toLocaleLowerCase().startsWith(key.toLocaleLowerCase())
  return key.length === 1 ? [...items.slice(at + 1), ...items.slice(0, at)].find(named) : undefined
}

const itemsOf = (menu: HTMLElement | null) => [...(menu?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]

type Opened = { button: RefObject<HTMLButtonElement | null>; menu: RefObject<HTMLDivElement | null> }

/** Shows an opened menu and focuses its first or last item; `move` gets its place after each scroll, null out of sight. */
function useOpened(
  isOpen: boolean,
  { button, menu }: Opened,
  last: RefObject<boolean>,
  move: (place: CSSProperties | null) => void,
): void {
  useLayoutEffect(() => {
    if (!isOpen) return
    menu.current?.showPopover?.()
    itemsOf(menu.current)
      .at(last.current ? -1 : 0)
      ?.focus({ preventScroll: true })
    const end = new AbortController()
    // Follow the button through a scroll, which a marked answer starts. Close with a button out of sight.
    const follow = (e: Event) => {
      if (e.target === menu.current || !button.current) return
      const { top, bottom } = button.current.getBoundingClientRect()
      const isSeen = bottom > 0 && top < document.documentElement.clientHeight
      if (!isSeen) button.current.focus({ preventScroll: true })
      move(isSeen ? placeAt(button.current) : null)
    }
    for (const moved of ['scroll', 'resize'])
      addEventListener(moved, follow, { capture: true, passive: true, signal: end.signal })
    return () => end.abort()
  }, [isOpen, button, menu, last, move])
}

/** "Altre azioni": a menu in the top layer, with roving focus (APG, menu button). */
export function Menu({ label, items }: { label: string; items: readonly MenuItem[] }) {
  const [place, setPlace] = useState<CSSProperties | null>(null)
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const last = useRef(false)
  const open = (fromEnd: boolean) => {
    last.current = fromEnd
    if (button.current) setPlace(placeAt(button.current))
  }
  const close = () => {
    button.current?.focus({ preventScroll: true })
    setPlace(null)
  }
  const isOpen = place !== null
  useOpened(isOpen, { button, menu }, last, setPlace)
  const onKeyDown = (e: KeyboardEvent) => {
    // Keys of the screen behind would mark an answer.
    e.stopPropagation()
    // A key still held since the opening chooses nothing.
    if (e.repeat && (e.key === 'Enter' || e.key === ' ')) return e.preventDefault()
    if (e.key === 'Escape') {
      e.preventDefault()
      return close()
    }
    if (e.ctrlKey || e.metaKey || e.altKey) return
    const all = itemsOf(menu.current)
    const next = itemAfter(e.key, all, all.indexOf(document.activeElement as HTMLElement))
    if (!next) return
    e.preventDefault()
    next.focus({ preventScroll: true })
  }
  return (
    <>
      <IconAction
        ref={button}
        label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={place ? id : undefined}
        icon={<IconMore size={20} />}
        // The focus stays in an open menu: its loss would close it before the click.
        onMouseDown={(e) => place && e.preventDefault()}
        onClick={() => (place ? close() : open(false))}
        onKeyDown={(e) => {
          if (e.key !== 'ArrowDown' && e.key !== 'ArrowUp') return
          e.preventDefault()
          e.stopPropagation()
          open(e.key === 'ArrowUp')
        }}
      />
      {place && (
        <div
          ref={menu}
          id={id}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          popover="manual"
          className={css.menu}
          style={place}
          onKeyDown={onKeyDown}
          onBlur={(e) => document.hasFocus() && !e.currentTarget.contains(e.relatedTarget) && setPlace(null)}
        >
          {items.map((item) => (
            <button
              key={item.id}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={cx(base.voce_menu, css.voce, item.danger && css.pericolo)}
              onClick={() => {
                close()
                item.onSelect()
              }}
            >
              {item.icon}
              {item.text}
            </button>
          ))}
        </div>
      )}
    </>
  )
}
