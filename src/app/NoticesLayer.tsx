import { Suspense } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import type { Failure } from '#contract/result'
import { leaveSession } from '../api/client.ts'
import { ErrorDialog } from '../components/ErrorDialog.tsx'
import { PremiumDialog } from '../components/PremiumDialog.tsx'
import { settleOtherUser } from '../domain/sign-out.ts'
import { closeError, closeToast, notices } from '../session/notices.ts'
import { session } from '../session/session.ts'
import { otherAccountText } from '../text/account.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { ToastRegion } from '../ui/States.tsx'
import { ErrorBoundary, NoticeMissing } from './ErrorBoundary.tsx'

const UpdateDialog = lazyPart(() => import('../components/UpdateDialog.tsx'))

/** Notices over every screen: failures, short notices, updates, the unsent answers of another account. */
export default function NoticesLayer() {
  const { errors: attenzione, toast, updates } = useSnapshot(notices)
  const { other_user: altro_utente, in_seduta } = useSnapshot(session)
  // A short notice may not cover a sitting: it waits for the end.
  const notice = in_seduta ? null : toast
  const [, navigate] = useLocation()
  const first = attenzione[0]
  const update = updates[0]
  return (
    <>
      {first?.error.codice === 'PREMIUM_RICHIESTO' && (
        <PremiumDialog
          key={first.id}
          error={first.error as Failure}
          onSee={() => navigate('/premium')}
          onClose={closeError}
        />
      )}
      {first && first.error.codice !== 'PREMIUM_RICHIESTO' && (
        <ErrorDialog
          key={first.id}
          error={first.error as Failure}
          on={{
            banche_dati: () => navigate('/banche-dati'),
            materie: () => navigate('/materie'),
            riapri: () => navigate('/banche-dati'),
            profilo: () => navigate('/profilo'),
            gestisci_spazio: () => navigate('/banche-dati'),
            accedi: () => leaveSession(null),
            ricarica: () => location.reload(),
            continua: () => undefined,
            premium: () => navigate('/premium'),
            ...first.actions,
          }}
          onClose={closeError}
        />
      )}
      {altro_utente && !first && (
        <Dialog
          title={otherAccountText.titolo}
          kind="avviso"
          onClose={() => void settleOtherUser(false)}
          actions={
            <>
              <Button variant="fantasma" onClick={() => void settleOtherUser(true)}>
                {otherAccountText.elimina}
              </Button>
              <Button variant="primario" data-primo onClick={() => void settleOtherUser(false)}>
                {otherAccountText.conserva}
              </Button>
            </>
          }
        >
          <p>{otherAccountText.testo(altro_utente.solo_qui)}</p>
        </Dialog>
      )}
      {update && !in_seduta && !altro_utente && !first && (
        <ErrorBoundary key={update.id_concorso} fallback={<NoticeMissing close={() => update.answer(false)} />}>
          <Suspense>
            <UpdateDialog name={update.name} changes={update.changes} onAnswer={update.answer} />
          </Suspense>
        </ErrorBoundary>
      )}
      <ToastRegion
        notice={notice && { id: notice.id, text: notice.text, undoable: notice.actions.annulla !== undefined }}
        onDone={closeToast}
      />
    </>
  )
}
