import { useEffect, useRef, useState } from 'react'
import type { OnlyHere } from '#contract/database'
import { signOutText } from '../../text/account.ts'
import { Button, type ButtonProps } from '../../ui/Button.tsx'
import { Muted } from '../../ui/base.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Checkbox } from '../../ui/Field.tsx'
import { IconLogout } from '../../ui/icons.ts'

type SignOutAttempt = { despite?: number | null; keep?: boolean; stay: () => boolean }
type SignOutProps = Pick<ButtonProps, 'variant' | 'fullWidth' | 'size' | 'label'> & {
  /** What would go, null when nobody can say. */
  figures: () => Promise<OnlyHere | null>
  /** Not done: how much waits, null when nobody can say, 0 when the person stays. */
  logout: (how: SignOutAttempt) => Promise<{ done: true } | { done: false; waiting: number | null }>
}

/** Sign out: asks once, and again with the number when answers could not be sent (D29). Closed meanwhile, nobody is signed out. */
export function SignOut({ figures, logout, ...look }: SignOutProps) {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  /** The data is going: it is too late to stay. */
  const [leaving, setLeaving] = useState(false)
  /** The data stays on this device. */
  const [keep, setKeep] = useState(false)
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
    const result = await logout({ ...how, keep, stay })
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
    setKeep(false)
    setInAttesa(0)
  }
  useEffect(() => () => void attempt.current++, [])
  const dialog = { here, keep, onKeep: setKeep, busy, leaving, onStay: close }
  return (
    <div>
      <Button
        {...look}
        icon={look.fullWidth || look.size === 'sm' ? undefined : <IconLogout size={20} />}
        onClick={() => {
          setOpen(true)
          void figures().then(setHere)
        }}
      >
        {signOutText.esci}
      </Button>
      {open && in_attesa === 0 && <AskDialog {...dialog} onLeave={() => void signOut()} />}
      {open && in_attesa !== 0 && (
        <UnsentDialog
          {...dialog}
          waiting={in_attesa}
          onLeave={() => void signOut({ despite: in_attesa })}
          onRetry={() => void signOut()}
        />
      )}
    </div>
  )
}

type LeaveProps = {
  here: OnlyHere | null | undefined
  keep: boolean
  onKeep: (keep: boolean) => void
  busy: boolean
  leaving: boolean
  onStay: () => void
  onLeave: () => void
}

/** What goes, or stays for the day this account comes back. */
function AskDialog({ here, keep, onKeep, busy, leaving, onStay, onLeave }: LeaveProps) {
  return (
    <Dialog
      title={signOutText.titolo}
      onClose={onStay}
      actions={
        <>
          <Button disabled={leaving} onClick={onStay}>
            {signOutText.resta}
          </Button>
          <Button variant="primario" busy={busy} onClick={onLeave}>
            {leaving ? signOutText.esce : busy ? signOutText.in_corso : signOutText.esci}
          </Button>
        </>
      }
    >
      {!keep && <p>{signOutText.testo}</p>}
      {!keep && here !== undefined && <p>{here === null ? signOutText.solo_qui_ignoto : signOutText.solo_qui(here)}</p>}
      <KeepChoice keep={keep} onKeep={onKeep} disabled={busy} />
    </Dialog>
  )
}

/** Answers could not be sent, or nobody can say: they are lost, kept here, or sent after all. */
function UnsentDialog({ waiting, onRetry, ...props }: LeaveProps & { waiting: number | null; onRetry: () => void }) {
  const { here, keep, onKeep, busy, leaving, onStay, onLeave } = props
  const unknown = waiting === null
  return (
    <Dialog
      title={
        unknown
          ? signOutText.ignote_titolo
          : here && here.risposte + here.simulazioni === 0
            ? signOutText.voci_titolo
            : signOutText.in_attesa_titolo
      }
      kind="avviso"
      onClose={onStay}
      actions={
        <>
          <Button variant={keep ? 'bordo' : 'pericolo'} disabled={busy} onClick={onLeave}>
            {keep ? signOutText.esci : unknown ? signOutText.esci_ignote : signOutText.esci_comunque}
          </Button>
          <Button disabled={leaving} onClick={onStay}>
            {signOutText.resta}
          </Button>
          <Button variant="primario" data-primo busy={busy} onClick={onRetry}>
            {leaving ? signOutText.esce : unknown ? signOutText.riprova_ignote : signOutText.riprova}
          </Button>
        </>
      }
    >
      {!keep && <p>{unknown ? signOutText.ignote : signOutText.in_attesa(waiting, here ?? null)}</p>}
      <KeepChoice keep={keep} onKeep={onKeep} disabled={busy} />
    </Dialog>
  )
}

const KeepChoice = ({ keep, onKeep, disabled }: Pick<LeaveProps, 'keep' | 'onKeep'> & { disabled: boolean }) => (
  <div>
    <Checkbox checked={keep} disabled={disabled} onChange={(e) => onKeep(e.currentTarget.checked)}>
      {signOutText.tieni}
    </Checkbox>
    <Muted small>{signOutText.tieni_nota}</Muted>
  </div>
)
