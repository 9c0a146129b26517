import { proxy } from 'valtio'
import { readKey, writeKey } from '../../platform/web-storage.ts'

export type Theme = 'sistema' | 'chiaro' | 'scuro'
const THEME_KEY = 'idoneo.tema'

const stored = readKey('locale', THEME_KEY)
/** Stored preference, night mode included; without one the system decides [CC2]. */
export const theme = proxy({ chosen: (stored === 'chiaro' || stored === 'scuro' ? stored : 'sistema') as Theme })

/** Puts the theme on the page, where tokens follow `data-tema` and the browser's bars theme-color. */
export function applyTheme(): void {
  const { chosen } = theme
  const root = document.documentElement
  if (chosen === 'sistema') delete root.dataset.tema
  else root.dataset.tema = chosen
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.media.includes('dark') ? 'scuro' : 'chiaro'
    meta.content = (chosen === 'sistema' ? own : chosen) === 'scuro' ? '#12141b' : '#f6f3ec'
  }
}

export function setTheme(chosen: Theme): void {
  theme.chosen = chosen
  writeKey('locale', THEME_KEY, chosen === 'sistema' ? null : chosen)
  applyTheme()
}
