import type { ReactNode } from 'react'
import type { Ruolo } from '#contract/gestione/call'
import {
  IconHome,
  IconKey,
  IconLibrary,
  IconMail,
  IconNews,
  IconOrdered,
  IconOthers,
  IconPremium,
  IconReport,
  IconSpace,
} from '../ui/icons.ts'
import { lazyPart, type Part } from '../ui/lazy-part.ts'
import { contenutiText } from './contenuti/text.ts'
import { installazioneText } from './installazione/text.ts'
import { todayText } from './oggi/text.ts'
import { personeText } from './persone/text.ts'
import { postaText } from './posta/text.ts'
import { registroText } from './registro/text.ts'
import { consoleText } from './text.ts'

/** Section of the console: its address, its name in the navigation, its roles, its screen. */
export type Section = {
  /** Below `/gestione`; addresses under it belong to it too. */
  path: string
  text: string
  icon: ReactNode
  ruoli: readonly Ruolo[]
  screen: Part<object>
}

/** Sections in the order of the navigation. The first one that a role sees is its home. */
const SECTIONS: readonly Section[] = [
  {
    path: '/oggi',
    text: todayText.titolo,
    icon: <IconHome size={20} />,
    ruoli: ['gestore', 'redattore', 'assistenza'],
    screen: lazyPart(() => import('./oggi/OggiScreen.tsx')),
  },
  {
    path: '/persone',
    text: personeText.titolo,
    icon: <IconOthers size={20} />,
    ruoli: ['gestore', 'assistenza'],
    screen: lazyPart(() => import('./persone/PersoneScreen.tsx')),
  },
  {
    path: '/segnalazioni',
    text: consoleText.segnalazioni,
    icon: <IconReport size={20} />,
    ruoli: ['gestore', 'redattore', 'assistenza'],
    screen: lazyPart(() => import('./coda/SegnalazioniScreen.tsx')),
  },
  {
    path: '/banche',
    text: consoleText.banche,
    icon: <IconLibrary size={20} />,
    ruoli: ['gestore', 'redattore'],
    screen: lazyPart(() => import('./banche/BancheScreen.tsx')),
  },
  {
    path: '/posta',
    text: postaText.titolo,
    icon: <IconMail size={20} />,
    ruoli: ['gestore', 'assistenza'],
    screen: lazyPart(() => import('./posta/PostaScreen.tsx')),
  },
  {
    path: '/denaro',
    text: consoleText.denaro,
    icon: <IconPremium size={20} />,
    ruoli: ['gestore'],
    screen: lazyPart(() => import('./denaro/DenaroScreen.tsx')),
  },
  {
    path: '/installazione',
    text: installazioneText.titolo,
    icon: <IconSpace size={20} />,
    ruoli: ['gestore'],
    screen: lazyPart(() => import('./installazione/InstallazioneScreen.tsx')),
  },
  {
    path: '/contenuti',
    text: contenutiText.titolo,
    icon: <IconNews size={20} />,
    ruoli: ['redattore', 'gestore'],
    screen: lazyPart(() => import('./contenuti/ContenutiScreen.tsx')),
  },
  {
    path: '/registro',
    text: registroText.titolo,
    icon: <IconOrdered size={20} />,
    ruoli: ['gestore'],
    screen: lazyPart(() => import('./registro/RegistroScreen.tsx')),
  },
  {
    path: '/accesso',
    text: consoleText.sicurezza,
    icon: <IconKey size={20} />,
    ruoli: ['gestore', 'redattore', 'assistenza'],
    screen: lazyPart(() => import('./accesso/SicurezzaScreen.tsx')),
  },
]

export const sectionsOf = (ruolo: Ruolo): readonly Section[] => SECTIONS.filter((s) => s.ruoli.includes(ruolo))
export const isUnder = (path: string, section: Section): boolean =>
  path === section.path || path.startsWith(`${section.path}/`)
