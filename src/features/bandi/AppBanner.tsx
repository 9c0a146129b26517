import { useEffect, useState } from 'react'
import type { NegoziApp } from '#contract/bandi'
import { ExternalLink } from '../../ui/Button.tsx'
import { IconPhone } from '../../ui/icons.ts'
import css from './bandi.module.css'
import { bandiText } from './text.ts'

/** Milliseconds after the list is there (spec §7, §9). */
const DELAY_MS = 100
const STORES = ['app_store', 'google_play', 'app_gallery'] as const
const texts = bandiText.app

/** Shows the stores of the phone application 100 ms after the list. Its room is held from the first paint [BA1][CO11]. */
export function AppBanner({ app }: { app: NegoziApp }) {
  const [shown, setShown] = useState(false)
  const stores = STORES.flatMap((store) => (app[store] === null ? [] : [{ store, href: app[store] as string }]))
  useEffect(() => {
    const t = setTimeout(() => setShown(true), DELAY_MS)
    return () => clearTimeout(t)
  }, [])
  if (stores.length === 0) return null
  return (
    <aside className={css.app} aria-label={texts.regione}>
      {shown && (
        <>
          <p>
            <IconPhone size={20} />
            {texts.testo}
          </p>
          <div className={css.negozi}>
            {stores.map(({ store, href }) => (
              <ExternalLink key={store} href={href} size="sm" label={texts.scarica(texts[store])}>
                {texts[store]}
              </ExternalLink>
            ))}
          </div>
        </>
      )}
    </aside>
  )
}
