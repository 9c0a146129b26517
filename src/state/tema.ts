import { proxy } from 'valtio'
import { readChiave, writeChiave } from './dispositivo.ts'

export type Tema = 'sistema' | 'chiaro' | 'scuro'
const CHIAVE = 'idoneo.tema'

const letto = readChiave('locale', CHIAVE)
/** The stored preference, night mode included; without one the system decides [CC2]. */
export const tema = proxy({ scelto: (letto === 'chiaro' || letto === 'scuro' ? letto : 'sistema') as Tema })

/** Puts the theme on the page: the tokens follow `data-tema`, the browser's bars follow theme-color. */
export function applyTema(): void {
  const { scelto } = tema
  const radice = document.documentElement
  if (scelto === 'sistema') delete radice.dataset.tema
  else radice.dataset.tema = scelto
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const proprio = meta.media.includes('dark') ? 'scuro' : 'chiaro'
    meta.content = (scelto === 'sistema' ? proprio : scelto) === 'scuro' ? '#12141b' : '#f6f3ec'
  }
}

export function setTema(scelto: Tema): void {
  tema.scelto = scelto
  writeChiave('locale', CHIAVE, scelto === 'sistema' ? null : scelto)
  applyTema()
}
