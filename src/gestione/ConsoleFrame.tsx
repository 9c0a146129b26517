import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import type { Ruolo } from '#contract/gestione/call'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { IconBack, IconLogout, IconProfile } from '../ui/icons.ts'
import { Logo } from '../ui/Logo.tsx'
import { Menu } from '../ui/Menu.tsx'
import page from '../ui/Page.module.css'
import { CONTENT_ID, Page } from '../ui/Page.tsx'
import { SkipLink } from '../ui/SkipLink.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { callConsole } from './api.ts'
import { consoleState, leaveConsole } from './console-session.ts'
import css from './gestione.module.css'
import { isUnder, type Section, sectionsOf } from './sections.tsx'
import { consoleText, roleText } from './text.ts'

async function signOut(): Promise<void> {
  await callConsole('esci')
  leaveConsole(null)
}

/** The frame of the console: a rail with the sections; on a phone they stand in the menu of each screen's bar. */
export const ConsoleFrame = ({
  path,
  sections,
  email,
  ruolo,
  children,
}: {
  path: string
  sections: readonly Section[]
  email: string
  ruolo: Ruolo
  children: ReactNode
}) => (
  <div className={page.app}>
    <SkipLink target={CONTENT_ID}>{consoleText.vai_al_contenuto}</SkipLink>
    <nav className={page.lati} aria-label={consoleText.sezioni}>
      <div className={page.marchio}>
        <Logo href="/" />
      </div>
      {sections.map((s) => (
        <Link key={s.path} href={s.path} className={page.voce} aria-current={isUnder(path, s) ? 'page' : undefined}>
          {s.icon}
          {s.text}
        </Link>
      ))}
      <div className={page.spazio} />
      <div className={page.io}>
        <IconProfile size={20} />
        <b>{email}</b>
        <span>{roleText[ruolo]}</span>
      </div>
      <Button variant="fantasma" icon={<IconLogout size={20} />} onClick={() => void signOut()}>
        {consoleText.esci}
      </Button>
    </nav>
    <div className={page.colonna}>
      <div className={page.schermo}>{children}</div>
    </div>
  </div>
)

/** Tabs of a screen, close to their content. */
export const ConsoleTabs: typeof Tabs = (props) => (
  <div className={css.schede}>
    <Tabs {...props} />
  </div>
)

type ConsolePageProps = Omit<Parameters<typeof Page>[0], 'bar' | 'above'> & { backText?: string }

/**
 * A screen of the console: title, content, and on a phone the menu of the sections. `backText`: the words of the way back
 * on wide screens, which have no bar with the arrow.
 */
export function ConsolePage({ backText, ...props }: ConsolePageProps) {
  const [, navigate] = useLocation()
  const { sessione } = consoleState
  const items = sessione
    ? sectionsOf(sessione.ruolo).map((s) => ({
        id: s.path,
        text: s.text,
        icon: s.icon,
        onSelect: () => navigate(s.path),
      }))
    : []
  const leave = {
    id: 'esci',
    text: consoleText.esci,
    icon: <IconLogout size={20} />,
    onSelect: () => void signOut(),
  }
  const above = props.back !== undefined && backText !== undefined && (
    <div className={css.torna}>
      <ButtonLink href={props.back} variant="tenue" size="sm" icon={<IconBack size={16} />}>
        {backText}
      </ButtonLink>
    </div>
  )
  return <Page {...props} above={above} bar={<Menu label={consoleText.sezioni} items={[...items, leave]} />} />
}
