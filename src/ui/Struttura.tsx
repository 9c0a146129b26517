import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { fa } from '../text/formati.ts'
import { guscio } from '../text/guscio.ts'
import { VisuallyHidden } from './base.tsx'
import { cx } from './cx.ts'
import { IconProfile, IconSynced, IconSyncing, IconUnsynced, IconWarn } from './icone.ts'
import { Logo } from './Logo.tsx'
import css from './Pagina.module.css'
import { ID_CONTENUTO } from './Pagina.tsx'
import { Salta } from './Salta.tsx'

export type VoceNavigazione = {
  href: string
  testo: string
  icona: ReactNode
  /** Paths of the screens that belong under it. */
  sotto?: readonly string[]
}

/** The frame of every signed-in screen: rail on wide screens, bar at the bottom on phones. */
export function Struttura({
  percorso,
  voci,
  io,
  stato,
  bande,
  children,
}: {
  percorso: string
  voci: readonly VoceNavigazione[]
  /** The account: e-mail and tier; its link is the profile. */
  io: { nome: string; nota: string; href: string }
  stato: ReactNode
  bande: ReactNode
  children: ReactNode
}) {
  const qui = ({ href, sotto }: Pick<VoceNavigazione, 'href' | 'sotto'>) =>
    percorso === href || sotto?.includes(percorso) ? ('page' as const) : undefined
  return (
    <div className={css.app}>
      <Salta meta={ID_CONTENUTO}>{guscio.vai_al_contenuto}</Salta>
      <nav className={css.lati} aria-label={guscio.navigazione}>
        <div className={css.marchio}>
          <Logo href="/" />
        </div>
        {voci.map((v) => (
          <Link key={v.href} href={v.href} className={css.voce} aria-current={qui(v)}>
            {v.icona}
            {v.testo}
          </Link>
        ))}
        <div className={css.spazio} />
        {stato}
        <Link href={io.href} className={css.io} aria-current={qui(io)}>
          <IconProfile size={20} />
          <b>{io.nome}</b>
          <span>{io.nota}</span>
        </Link>
      </nav>
      <div className={css.colonna}>
        <div className={css.bande}>{bande}</div>
        {children}
      </div>
      <nav className={css.sotto} aria-label={guscio.navigazione} data-tabbar>
        {[...voci, { href: io.href, testo: guscio.profilo, icona: <IconProfile size={20} /> }].map((v) => (
          <Link key={v.href} href={v.href} className={css.linguetta} aria-current={qui(v)}>
            <span className={css.pillola}>{v.icona}</span>
            {v.testo}
          </Link>
        ))}
      </nav>
    </div>
  )
}

/** The quiet badge of the synchronisation: how many answers wait, or that none does. */
export function SyncBadge({
  in_attesa,
  simulazioni = 0,
  in_corso,
  ultima,
  adesso,
  conservato = true,
  aperto = true,
  compatto = false,
}: {
  in_attesa: number
  /** Delivered simulations that wait: they go before the answers. */
  simulazioni?: number
  in_corso: boolean
  /** Last success, ISO 8601; null when none in this visit. */
  ultima: string | null
  adesso: number
  /** False where nothing is kept on the device. */
  conservato?: boolean
  /** False when the store of this device did not open: what waits there is not known. */
  aperto?: boolean
  compatto?: boolean
}) {
  const attesa = in_attesa + simulazioni
  const Icona = !aperto ? IconWarn : in_corso ? IconSyncing : attesa > 0 ? IconUnsynced : IconSynced
  const detto = !aperto
    ? guscio.non_aperto
    : in_corso
      ? guscio.sincronizzazione_in_corso
      : simulazioni > 0
        ? guscio.simulazioni_in_attesa(simulazioni)
        : in_attesa > 0
          ? guscio.in_attesa(in_attesa)
          : guscio.sincronizzato
  const mai = conservato ? guscio.mai : guscio.niente
  const nota = !aperto
    ? guscio.non_aperto_perche
    : attesa > 0
      ? guscio.in_attesa_perche
      : ultima === null
        ? mai
        : fa(ultima, adesso)
  return compatto ? (
    <span className={css.compatto} title={detto}>
      <Icona size={20} />
      {aperto && attesa > 0 && <span aria-hidden="true">{attesa}</span>}
      <VisuallyHidden>{detto}</VisuallyHidden>
    </span>
  ) : (
    <p className={cx(css.io)}>
      <Icona size={20} />
      <b>{detto}</b>
      <span>{nota}</span>
    </p>
  )
}
