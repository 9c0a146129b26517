import { type ReactNode, Suspense, useState } from 'react'
import { IconAction } from './Button.tsx'
import { IconMore } from './icons.ts'
import { lazyPart } from './lazy-part.ts'

export type MenuItem = { id: string; text: string; icon?: ReactNode; danger?: boolean; onSelect: () => void }
export type MenuProps = { label: string; items: readonly MenuItem[] }

const LazyMenu = lazyPart(() => import('./MenuArk.tsx'))

/** "Altre azioni": the library behind it comes with the first touch and opens at once. */
export function Menu(props: MenuProps) {
  const [asked, setAsked] = useState(false)
  const button = (
    <IconAction
      label={props.label}
      aria-haspopup="menu"
      aria-expanded={false}
      icon={<IconMore size={20} />}
      onClick={() => setAsked(true)}
    />
  )
  return asked ? (
    <Suspense fallback={button}>
      <LazyMenu {...props} open />
    </Suspense>
  ) : (
    button
  )
}
