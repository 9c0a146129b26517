import { useEffect, useRef, useState } from 'react'
import type { OnlyHere } from '#contract/database'
import { signOutText } from '../../text/account.ts'
import { Button, type ButtonProps } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { IconLogout } from '../../ui/icons.ts'

type SignOutAttempt = { despite?: number | null; stay: () => boolean }
type SignOutProps = Pick<ButtonProps, 'variant' | 'fullWidth'> & {
  /** What would go, null when nobody can say. */
  figures: () => Promise<OnlyHere | null>
  /** Not done: how much waits, null when nobody can say, 0 when the person stays. */
  logout: (how: SignOutAttempt) => Promise<{ done: true } | { done: false; waiting: number | null }>
}

/** Sign out: asks once, and again with the number when answers could not be sent (D29). Closed meanwhile, nobody is signed out. */
export function SignOut({ variant, fullWidth, figures, logout }: SignOutProps) {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  /** The data is going: it is too late to stay. */
  const [leaving, setLeaving] = useState(false)
  /** Null: the store could not say it. */
  const [in_attesa, setInAttesa] = useState<number | null>(0)
  /** What would go; undefined while it is being counted. */
  const [here, setHere] = useState<OnlyHere | null>()
  /** Grows with each attempt and with each change of mind. */
  const attempt = useRef(0)
  const signOut = async (how: Omit<SignOutAttempt, 'stay'> = {}) => {
    const mine = ++attempt.current
    const changed = () => mine !== attempt.current
    const stay = () => {
      if (!changed()) setLeaving(true)
      return changed()
    }
    setBusy(true)
    const result = await logout({ ...how, stay })
    if (changed()) return
    setBusy(false)
    setLeaving(false)
    if (result.done) return
    if (result.waiting !== 0) setHere(await figures())
    setInAttesa(result.waiting)
  }
  const close = () => {
    if (leaving) return
    attempt.current++
    setBusy(false)
    setOpen(false)
    setInAttesa(0)
  }
  useEffect(() => () => void attempt.current++, [])
  return (
    <div>
      <Button
        variant={variant}
        fullWidth={fullWidth}
        icon={fullWidth ? undefined : <IconLogout size={20} />}
        onClick={() => {
          setOpen(true)
          void figures().then(setHere)
        }}
      >
        {signOutText.esci}
      </Button>
      {open && in_attesa === 0 && (
        <Dialog
          title={signOutText.titolo}
          onClose={close}
          actions={
            <>
              <Button disabled={leaving} onClick={close}>
                {signOutText.resta}
              </Button>
              <Button variant="primario" busy={busy} onClick={() => void signOut()}>
                {leaving ? signOutText.esce : busy ? signOutText.in_corso : signOutText.esci}
              </Button>
            </>
          }
        >
          <p>{signOutText.testo}</p>
          {here !== undefined && <p>{here === null ? signOutText.solo_qui_ignoto : signOutText.solo_qui(here)}</p>}
        </Dialog>
      )}
      {open && in_attesa !== 0 && (
        <Dialog
          title={
            in_attesa === null
              ? signOutText.ignote_titolo
              : here && here.risposte + here.simulazioni === 0
                ? signOutText.voci_titolo
                : signOutText.in_attesa_titolo
          }
          kind="avviso"
          onClose={close}
          actions={
            <>
              <Button variant="pericolo" disabled={busy} onClick={() => void signOut({ despite: in_attesa })}>
                {in_attesa === null ? signOutText.esci_ignote : signOutText.esci_comunque}
              </Button>
              <Button disabled={leaving} onClick={close}>
                {signOutText.resta}
              </Button>
              <Button variant="primario" data-primo busy={busy} onClick={() => void signOut()}>
                {leaving ? signOutText.esce : in_attesa === null ? signOutText.riprova_ignote : signOutText.riprova}
              </Button>
            </>
          }
        >
          <p>{in_attesa === null ? signOutText.ignote : signOutText.in_attesa(in_attesa, here ?? null)}</p>
        </Dialog>
      )}
    </div>
  )
}
