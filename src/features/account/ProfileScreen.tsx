import { type ReactNode, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { Link, useSearch } from 'wouter'
import type { StatoLivello, Utente } from '#contract/schemas'
import { reloadBanche } from '../../domain/banche-state.ts'
import { hrefProfilo, PROFILE_PAGES, type ProfilePage } from '../../domain/hrefs.ts'
import { livelloState, loadLivello } from '../../domain/livello.ts'
import { refreshUser, sessione } from '../../domain/sign-in.ts'
import { readSoloQui, signOut } from '../../domain/sign-out.ts'
import { network } from '../../platform/network.ts'
import { profileText as texts } from '../../text/account.ts'
import { accountTypeText } from '../../text/shell.ts'
import { Card, Muted } from '../../ui/base.tsx'
import { IconChevron, IconDevice, IconLight, IconProfile, IconQuestions, IconSql } from '../../ui/icons.ts'
import { Page } from '../../ui/Page.tsx'
import { useWide } from '../../ui/useWide.ts'
import { ProfiloAcquisti } from '../premium/index.ts'
import { ExtraTime } from './ExtraTime.tsx'
import { AccountCard } from './profile/AccountCard.tsx'
import { AdvancedCards } from './profile/AdvancedCards.tsx'
import { AppearanceCard } from './profile/AppearanceCard.tsx'
import { ConsentsCard } from './profile/ConsentsCard.tsx'
import { DataCard } from './profile/DataCard.tsx'
import { DeviceCard } from './profile/DeviceCard.tsx'
import { DevicesCard } from './profile/DevicesCard.tsx'
import { LinkedLogins } from './profile/LinkedLogins.tsx'
import { NoticesCard } from './profile/NoticesCard.tsx'
import { PasswordCard } from './profile/PasswordCard.tsx'
import { SecondFactorCard } from './profile/SecondFactorCard.tsx'
import { StudyCard } from './profile/StudyCard.tsx'
import { TierCard } from './profile/TierCard.tsx'
import { WorkCard } from './profile/WorkCard.tsx'
import css from './profile.module.css'
import { SignOut } from './SignOut.tsx'

const ICONS: Record<ProfilePage, ReactNode> = {
  account: <IconProfile size={20} />,
  studio: <IconQuestions size={20} />,
  aspetto: <IconLight size={20} />,
  dati: <IconDevice size={20} />,
  avanzate: <IconSql size={20} />,
}

/**
 * Shows `/profilo` as five pages behind five names [RT2][SC6].
 * A phone shows the names, then one page; a wide window shows both, the account first.
 */
export default function ProfileScreen() {
  const utente = useSnapshot(sessione).credentials?.utente as Utente | undefined
  const { stato } = useSnapshot(livelloState)
  const { online } = useSnapshot(network)
  const wide = useWide()
  const asked = new URLSearchParams(useSearch()).get('pagina')
  useEffect(() => {
    if (!online) return
    void refreshUser()
    void loadLivello()
  }, [online])
  if (!utente) return null
  const named = PROFILE_PAGES.find((p) => p === asked) ?? null
  const chosen = named ?? (wide ? 'account' : null)
  const alone = !wide && chosen !== null
  return (
    <Page
      title={alone ? texts.pagine[chosen].nome : texts.titolo}
      {...(alone && { back: '/profilo' })}
      below={
        !alone && (
          <Muted className={css.chi}>
            {utente.email_comunicazioni} · {accountTypeText[stato?.livello ?? utente.livello]}
          </Muted>
        )
      }
    >
      <div className={css.griglia}>
        {!alone && <Names chosen={chosen} />}
        {chosen && (
          <div className={css.colonna}>
            <Content page={chosen} utente={utente} stato={stato} />
          </div>
        )}
      </div>
    </Page>
  )
}

/** Lists the five names, and the way out. */
const Names = ({ chosen }: { chosen: ProfilePage | null }) => (
  <div className={css.colonna}>
    <Card as="nav" className={css.nomi} aria-label={texts.titolo}>
      {PROFILE_PAGES.map((page) => (
        <Link key={page} href={hrefProfilo(page)} aria-current={page === chosen ? 'page' : undefined}>
          {ICONS[page]}
          <span>
            <b>{texts.pagine[page].nome}</b>
            <Muted as="span" small>
              {texts.pagine[page].cosa}
            </Muted>
          </span>
          <IconChevron size={20} />
        </Link>
      ))}
    </Card>
    <div>
      <SignOut figures={readSoloQui} logout={signOut} />
    </div>
  </div>
)

/** Cards that wait for the server come last, because they grow and must move no button. */
function Content({ page, utente, stato }: { page: ProfilePage; utente: Utente; stato: StatoLivello | null }) {
  switch (page) {
    case 'account':
      return (
        <>
          <AccountCard utente={utente} />
          <TierCard stato={stato} tipo={stato?.livello ?? utente.livello} scadenza={utente.data_scadenza_premium} />
          <PasswordCard utente={utente} />
          <SecondFactorCard utente={utente} />
          <LinkedLogins utente={utente} />
          <ProfiloAcquisti />
        </>
      )
    case 'studio':
      return (
        <>
          <ExtraTime />
          <StudyCard />
          <NoticesCard />
        </>
      )
    case 'aspetto':
      return <AppearanceCard />
    case 'dati':
      return (
        <>
          <DeviceCard />
          <DataCard utente={utente} />
          <ConsentsCard utente={utente} />
          <WorkCard onChange={reloadBanche} />
          <DevicesCard />
        </>
      )
    case 'avanzate':
      return <AdvancedCards />
  }
}
