import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { StatoLivello, Utente } from '#contract/schemas'
import { bancheState, loadBanche, reloadBanche } from '../../domain/banche-state.ts'
import { HREF_SQL } from '../../domain/hrefs.ts'
import { network } from '../../platform/network.ts'
import { livelloState, loadLivello, usedSpace } from '../../session/livello.ts'
import { refreshUser, sessione } from '../../session/sign-in.ts'
import { profileText as texts } from '../../text/account.ts'
import { formatBytes, formatDate, formatNumber } from '../../text/formats.ts'
import { accountTypeText } from '../../text/shell.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card, Chip, Muted, Stack } from '../../ui/base.tsx'
import { IconDark, IconLight, IconPremium, IconSpace, IconSql, IconSystem } from '../../ui/icons.ts'
import { Progress } from '../../ui/Meters.tsx'
import { Page } from '../../ui/Page.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { ProfiloAcquisti } from '../premium/index.ts'
import { ExtraTime } from './ExtraTime.tsx'
import { OnDevice } from './OnDevice.tsx'
import { AccountCard } from './profile/AccountCard.tsx'
import { ConsentsCard } from './profile/ConsentsCard.tsx'
import { DataCard } from './profile/DataCard.tsx'
import { DevicesCard } from './profile/DevicesCard.tsx'
import { LinkedLogins } from './profile/LinkedLogins.tsx'
import { NoticesCard } from './profile/NoticesCard.tsx'
import { PasswordCard } from './profile/PasswordCard.tsx'
import { SecondFactorCard } from './profile/SecondFactorCard.tsx'
import { StudyCard } from './profile/StudyCard.tsx'
import { WorkCard } from './profile/WorkCard.tsx'
import css from './profile.module.css'
import { StoreHealth } from './StoreHealth.tsx'
import { setTheme, type Theme, theme } from './theme.ts'
import { setTypeface, TYPEFACES, typeface } from './typeface.ts'

const THEMES: { value: Theme; text: string; icon: React.ReactNode }[] = [
  { value: 'sistema', text: texts.sistema, icon: <IconSystem size={16} /> },
  { value: 'chiaro', text: texts.chiaro, icon: <IconLight size={16} /> },
  { value: 'scuro', text: texts.scuro, icon: <IconDark size={16} /> },
]

/** `/profilo`: who one is and what one may do, how the page looks, what is kept where, and the way out of each [RT2][SC6]. */
export default function ProfileScreen() {
  const utente = useSnapshot(sessione).credentials?.utente
  const { stato } = useSnapshot(livelloState)
  const { online } = useSnapshot(network)
  useEffect(() => {
    if (!online) return
    void refreshUser()
    void loadLivello()
  }, [online])
  if (!utente) return null
  const tipo = stato?.livello ?? utente.livello
  return (
    <Page title={texts.titolo}>
      <div className={css.griglia}>
        <div className={css.colonna}>
          <AccountCard utente={utente as Utente} />
          <TierCard stato={stato} tipo={tipo} scadenza={utente.data_scadenza_premium} />
          <PasswordCard utente={utente as Utente} />
          <AppearanceCard />
          <StudyCard />
          <ExtraTime />
          <DataCard utente={utente as Utente} />
        </div>
        <div className={css.colonna}>
          <DeviceCard />
          <WorkCard onChange={reloadBanche} />
          {/* What the server tells comes last: it grows when it arrives, and no button may go from under a finger. */}
          <NoticesCard />
          <ConsentsCard utente={utente as Utente} />
          <SecondFactorCard utente={utente as Utente} />
          <DevicesCard />
          <LinkedLogins utente={utente as Utente} />
          <ProfiloAcquisti />
        </div>
      </div>
    </Page>
  )
}

/** What Idoneo holds on this device: space, banks, state of the store, the way to the SQL window. */
function DeviceCard() {
  const { list } = useSnapshot(bancheState)
  const [space, setSpace] = useState<number | null>(null)
  useEffect(() => {
    void loadBanche()
    void usedSpace().then(setSpace)
  }, [])
  const downloaded = list.filter((b) => b.n_domande > 0)
  return (
    <Card aria-labelledby="dispositivo">
      <Stack>
        <h2 id="dispositivo">{texts.dispositivo}</h2>
        <Muted>{space === null ? texts.spazio_ignoto : texts.spazio(formatBytes(space))}</Muted>
        <dl className={css.dati}>
          <div>
            <dt>{texts.banche}</dt>
            <dd>{formatNumber(downloaded.length)}</dd>
          </div>
        </dl>
        <div>
          <ButtonLink href="/banche-dati" icon={<IconSpace size={20} />}>
            {texts.gestisci}
          </ButtonLink>
        </div>
        <Muted>{texts.sql_invito}</Muted>
        <div>
          <ButtonLink href={HREF_SQL} icon={<IconSql size={20} />}>
            {texts.sql}
          </ButtonLink>
        </div>
        <OnDevice />
        <StoreHealth />
      </Stack>
    </Card>
  )
}

/** The tier and, where it has a limit, how much of it is left. */
function TierCard({
  stato,
  tipo,
  scadenza,
}: {
  stato: StatoLivello | null
  tipo: StatoLivello['livello']
  scadenza: string | null
}) {
  return (
    <Card aria-labelledby="piano">
      <Stack>
        <h2 id="piano">{texts.piano}</h2>
        <div>
          <Chip tone={tipo === 0 ? 'avviso' : 'primario'} icon={tipo > 0 && <IconPremium size={16} />}>
            {accountTypeText[tipo]}
          </Chip>
        </div>
        {stato && stato.quiz_limite !== null ? (
          <>
            <p>{texts.quiz_usati(stato.quiz_usati, stato.quiz_limite)}</p>
            <Progress label={texts.demo_barra} value={stato.quiz_usati} max={stato.quiz_limite} />
            <Muted small>{texts.quiz_rimasti(stato.quiz_rimasti ?? 0)}</Muted>
          </>
        ) : (
          stato && <Muted>{texts.senza_limite}</Muted>
        )}
        {tipo > 0 && scadenza && <Muted>{texts.scade(formatDate(scadenza))}</Muted>}
        {(tipo < 3 || scadenza) && (
          <div>
            <ButtonLink href="/premium" variant={tipo < 3 ? 'primario' : 'bordo'} icon={<IconPremium size={20} />}>
              {tipo < 3 ? texts.premium : texts.prolunga}
            </ButtonLink>
          </div>
        )}
      </Stack>
    </Card>
  )
}

/** Theme and typeface, in force at once on this device. */
function AppearanceCard() {
  const { chosen } = useSnapshot(theme)
  const letters = useSnapshot(typeface).chosen
  return (
    <Card aria-labelledby="aspetto">
      <Stack>
        <h2 id="aspetto">{texts.aspetto}</h2>
        <Segmented legend={texts.tema} options={THEMES} value={chosen} onSelect={setTheme} />
        <Segmented
          legend={texts.carattere}
          options={TYPEFACES.map((value) => ({ value, text: texts.caratteri[value] }))}
          value={letters}
          onSelect={setTypeface}
        />
        <Muted small>{texts.carattere_nota[letters]}</Muted>
      </Stack>
    </Card>
  )
}
