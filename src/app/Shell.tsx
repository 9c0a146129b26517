import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Sezione, Simulazione } from '#contract/schemas'
import { leaveSession } from '../api/client.ts'
import { AppFrame, type NavItem, SyncBadge } from '../components/AppFrame.tsx'
import { LegalLinks } from '../components/LegalLinks.tsx'
import { StoreBusy } from '../components/StoreBusy.tsx'
import { restoreBanche } from '../domain/banche-state.ts'
import { HREF_BANDI, HREF_GRUPPI, HREF_NOTIZIE, HREF_SQL, hrefProfilo } from '../domain/hrefs.ts'
import { livelloState, restoreLivello } from '../domain/livello.ts'
import { closeSimulazioneRequest, simulazioneRequest } from '../domain/simulazione-request.ts'
import { network } from '../platform/network.ts'
import { session } from '../session/session.ts'
import { store } from '../store/opening.ts'
import { journalRoom, syncStatus } from '../store/sync-status.ts'
import { errorMessage } from '../text/errors.ts'
import { formatDate } from '../text/formats.ts'
import { accountTypeText, shellText } from '../text/shell.ts'
import { useArrival } from '../ui/arrival.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { Band } from '../ui/base.tsx'
import {
  IconCalls,
  IconHome,
  IconLibrary,
  IconNews,
  IconOffline,
  IconOthers,
  IconSearch,
  IconStore,
  IconSubjects,
  IconTrend,
  IconWarn,
} from '../ui/icons.ts'
import { Logo } from '../ui/Logo.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { Arriving } from './Arriving.tsx'
import css from './StoreBusy.module.css'
import { appUpdate, takeUpdate } from './service-worker.ts'

const StartSimulazioneDialog = lazyPart(() => import('../features/simulazioni/StartSimulazioneDialog.tsx'))

/** `sezione`: only where the operator filled it [BA10], or where one is. */
const ITEMS: readonly (NavItem & { sezione?: Sezione })[] = [
  { href: '/', text: shellText.home, icon: <IconHome size={20} /> },
  {
    href: '/banche-dati',
    text: shellText.banche_dati,
    icon: <IconLibrary size={20} />,
    sotto: ['/banca-dati', '/aggiungi-banca-dati', '/riepilogo', '/esercitazione/prova-personalizzata'],
  },
  { href: '/progressi', text: shellText.progressi, icon: <IconTrend size={20} /> },
  { href: '/ricerca', text: shellText.cerca, icon: <IconSearch size={20} />, sotto: [HREF_SQL] },
  {
    href: '/materie',
    text: shellText.materie,
    icon: <IconSubjects size={20} />,
    sotto: ['/materia', '/aggiungi-materia'],
    rail: true,
  },
  { href: HREF_BANDI, text: shellText.bandi, icon: <IconCalls size={20} />, rail: true, sezione: 'bandi' },
  { href: '/store', text: shellText.store, icon: <IconStore size={20} />, rail: true, sezione: 'store' },
  { href: HREF_GRUPPI, text: shellText.gruppi, icon: <IconOthers size={20} />, rail: true, sezione: 'gruppi' },
  { href: HREF_NOTIZIE, text: shellText.notizie, icon: <IconNews size={20} />, rail: true, sezione: 'notizie' },
]
/** Milliseconds between updates of "2 minuti fa". */
const REFRESH_MS = 60_000

/** The clock of the badge. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const t = setInterval(() => setNow(Date.now()), REFRESH_MS)
    return () => clearInterval(t)
  }, [])
  return now
}

function restoreFirstPaint(): void {
  restoreBanche()
  restoreLivello()
}

/** The store of this device does not respond yet. */
const SlowStore = ({ online }: { online: boolean }) => (
  <Band
    icon={<IconWarn size={20} />}
    action={
      online && (
        <Button size="sm" onClick={() => location.reload()}>
          {shellText.ricarica}
        </Button>
      )
    }
  >
    {shellText.lento(online)}
  </Band>
)

/** The server accepts no more of the account's journal [OP18]; the profile offers a copy. */
const JournalFull = () => (
  <Band
    icon={<IconWarn size={20} />}
    action={
      <ButtonLink size="sm" href={hrefProfilo('dati')}>
        {shellText.pieno_azione}
      </ButtonLink>
    }
  >
    {errorMessage({ codice: 'GIORNALE_PIENO' }).text}
  </Band>
)

/** Navigation, state of the synchronisation and bands around a screen. */
export default function Shell({ path, children }: { path: string; children: ReactNode }) {
  const { credentials: credenziale, expired: scaduta } = useSnapshot(session)
  const { online } = useSnapshot(network)
  const { waiting: in_attesa, simulazioni, fase, last: ultima } = useSnapshot(syncStatus)
  const full = useSnapshot(journalRoom).ended !== null
  const { stato, rung, slow } = useSnapshot(store)
  const { simulazione, sfida } = useSnapshot(simulazioneRequest)
  const { state: update } = useSnapshot(appUpdate)
  const { stato: account } = useSnapshot(livelloState)
  const now = useNow()
  // Restore the picture of the last visit before the first screen is drawn.
  useState(restoreFirstPaint)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a screen asked for ends with it
  useEffect(() => closeSimulazioneRequest, [path])
  if (stato === 'occupato') return <StoreBusyPage />
  const utente = credenziale?.utente
  const tier = accountTypeText[utente?.livello ?? 0]
  const expiry = utente?.data_scadenza_premium
  return (
    <AppFrame
      path={path}
      items={ITEMS.filter(
        ({ sezione, href }) => sezione === undefined || path === href || account?.sezioni?.includes(sezione),
      )}
      me={{
        name: utente?.email_comunicazioni ?? '',
        note: expiry && utente.livello > 0 ? `${tier} · ${formatDate(expiry)}` : tier,
        href: '/profilo',
      }}
      stato={
        <SyncBadge
          in_attesa={in_attesa}
          simulazioni={simulazioni}
          running={fase === 'in_corso'}
          last={ultima}
          kept={rung !== 'nessuno'}
          open={stato !== 'guasto'}
          full={full}
          now={Math.max(now, Date.parse(ultima ?? '') || 0)}
        />
      }
      bands={
        <>
          {rung === 'nessuno' && <Band icon={<IconWarn size={20} />}>{shellText.niente_perche}</Band>}
          {slow && <SlowStore online={online} />}
          {!online && <Band icon={<IconOffline size={20} />}>{shellText.offline(in_attesa)}</Band>}
          {full && <JournalFull />}
          {scaduta && (
            <Band
              icon={<IconWarn size={20} />}
              action={
                <Button size="sm" onClick={() => leaveSession(scaduta)}>
                  {shellText.accedi}
                </Button>
              }
            >
              {shellText.sessione_scaduta}
            </Band>
          )}
        </>
      }
      news={
        update !== 'current' && (
          <Band
            tone="primario"
            action={
              <Button size="sm" onClick={takeUpdate}>
                {shellText.update_take}
              </Button>
            }
          >
            {shellText.update_ready}
          </Band>
        )
      }
      foot={<LegalLinks inset />}
    >
      <Suspense key={path} fallback={<Arriving path={path} />}>
        {children}
      </Suspense>
      {simulazione && (
        <Suspense>
          <StartSimulazioneDialog
            simulazione={simulazione as Simulazione}
            sfida={sfida}
            onClose={closeSimulazioneRequest}
          />
        </Suspense>
      )}
    </AppFrame>
  )
}

/** Stands in place of the frame while the tab that owns the store gives no result. */
function StoreBusyPage() {
  const ref = useArrival<HTMLElement>(shellText.occupato_titolo)
  return (
    <main className={css.pagina} tabIndex={-1} ref={ref}>
      <Logo large />
      <StoreBusy />
    </main>
  )
}
