import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { formatAgo } from '../text/formats.ts'
import { shellText } from '../text/shell.ts'
import { VisuallyHidden } from '../ui/base.tsx'
import { cx } from '../ui/cx.ts'
import { heightVar } from '../ui/height-var.ts'
import { IconProfile, IconSynced, IconSyncing, IconUnsynced, IconWarn } from '../ui/icons.ts'
import { Logo } from '../ui/Logo.tsx'
import css from '../ui/Page.module.css'
import { CONTENT_ID } from '../ui/Page.tsx'
import { SkipLink } from '../ui/SkipLink.tsx'
import { useWide } from '../ui/useWide.ts'

export type NavItem = {
  href: string
  text: string
  icon: ReactNode
  /** Paths of the screens that belong under the item. */
  sotto?: readonly string[]
  /** True for an item of the rail alone, because the bar of a phone has room for five. */
  rail?: boolean
}

const barHeight = heightVar('--tabbar')

/** Frame of every signed-in screen, with a rail on wide screens and a bar at the bottom on phones. */
export function AppFrame({
  path,
  items,
  me,
  stato,
  bands,
  news,
  foot,
  children,
}: {
  path: string
  items: readonly NavItem[]
  /** Account with e-mail and tier, linked to the profile. */
  me: { name: string; note: string; href: string }
  stato: ReactNode
  bands: ReactNode
  /** Notices that appear while a person reads, in the rail or over the phone's bar, where they move nothing. */
  news: ReactNode
  /** Foot under the screen and the fold, so that late content of the screen moves nothing in sight. */
  foot: ReactNode
  children: ReactNode
}) {
  const wide = useWide()
  const here = ({ href, sotto: below }: Pick<NavItem, 'href' | 'sotto'>) =>
    path === href || below?.includes(path) ? ('page' as const) : undefined
  return (
    <div className={css.app}>
      <SkipLink target={CONTENT_ID}>{shellText.vai_al_contenuto}</SkipLink>
      <nav className={css.lati} aria-label={shellText.navigazione}>
        <div className={css.marchio}>
          <Logo href="/" />
        </div>
        {items.map((v) => (
          <Link key={v.href} href={v.href} className={css.voce} aria-current={here(v)}>
            {v.icon}
            {v.text}
          </Link>
        ))}
        <div className={css.spazio} />
        {wide && news}
        {stato}
        <Link href={me.href} className={css.io} aria-current={here(me)}>
          <IconProfile size={20} />
          <b>{me.name}</b>
          <span>{me.note}</span>
        </Link>
      </nav>
      <div className={css.colonna}>
        <div className={css.bande}>{bands}</div>
        <div className={css.schermo}>{children}</div>
        {foot}
      </div>
      <div ref={barHeight} className={css.piede} data-tabbar>
        {!wide && news}
        <nav className={css.sotto} aria-label={shellText.navigazione}>
          {[
            ...items.filter((v) => !v.rail),
            { href: me.href, text: shellText.profilo, icon: <IconProfile size={20} /> },
          ].map((v) => (
            <Link key={v.href} href={v.href} className={css.linguetta} aria-current={here(v)}>
              <span className={css.pillola}>{v.icon}</span>
              {v.text}
            </Link>
          ))}
        </nav>
      </div>
    </div>
  )
}

/** Quiet badge of the synchronisation, with the number of answers that wait. */
export function SyncBadge({
  in_attesa,
  simulazioni = 0,
  running,
  last,
  now,
  kept = true,
  open = true,
  full = false,
  compact = false,
}: {
  in_attesa: number
  /** Delivered simulations that wait, which go before the answers. */
  simulazioni?: number
  running: boolean
  /** Last success, ISO 8601; null when there is none in this visit. */
  last: string | null
  now: number
  /** False where nothing is kept on the device. */
  kept?: boolean
  /** False when the store of this device did not open, so that the waiting answers are unknown. */
  open?: boolean
  /** True when the server accepts no more of the account's journal. */
  full?: boolean
  compact?: boolean
}) {
  const waiting = in_attesa + simulazioni
  const Icon = !open || full ? IconWarn : running ? IconSyncing : waiting > 0 ? IconUnsynced : IconSynced
  const spoken = !open
    ? shellText.non_aperto
    : running
      ? shellText.sincronizzazione_in_corso
      : simulazioni > 0
        ? shellText.simulazioni_in_attesa(simulazioni)
        : in_attesa > 0
          ? shellText.in_attesa(in_attesa)
          : full
            ? shellText.pieno
            : shellText.sincronizzato
  const never = kept ? shellText.mai : shellText.niente
  const note = !open
    ? shellText.non_aperto_perche
    : waiting > 0
      ? shellText.in_attesa_perche
      : full
        ? shellText.pieno_perche
        : last === null
          ? never
          : formatAgo(last, now)
  return compact ? (
    <span className={css.compatto} title={spoken}>
      <Icon size={20} />
      {open && waiting > 0 && <span aria-hidden="true">{waiting}</span>}
      <VisuallyHidden>{spoken}</VisuallyHidden>
    </span>
  ) : (
    <p className={cx(css.io)}>
      <Icon size={20} />
      <b>{spoken}</b>
      <span>{note}</span>
    </p>
  )
}
