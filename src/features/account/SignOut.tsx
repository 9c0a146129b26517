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
  /** Counts the data that a sign-out removes; null where the count fails. */
  figures: () => Promise<OnlyHere | null>
  /** `waiting`: unsent entries, null where they cannot be counted, 0 where the person stays. */
  logout: (how: SignOutAttempt) => Promise<{ done: true } | { done: false; waiting: number | null }>
}

/** Asks once, and again with the number of unsent answers (D29). A dialog closed meanwhile cancels the sign-out. */
export function SignOut({ figures, logout, ...look }: SignOutProps) {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  /** Set once the data is being removed, too late to stay. */
  const [leaving, setLeaving] = useState(false)
  /** Leaves the data on this device. */
  const [keep, setKeep] = useState(false)
  /** Null where the store could not count the unsent entries. */
  const [in_attesa, setInAttesa] = useState<number | null>(0)
  /** Data that a sign-out removes; undefined while it is counted. */
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

/** Shows the data that goes, or stays until this account signs in again. */
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

/** Offers to lose, keep here or send again the answers that could not be sent or counted. */
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
