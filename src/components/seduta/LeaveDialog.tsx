import { Button, type ButtonProps } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import css from './seduta.module.css'

/** Way out of a sitting; the first of the list is under the finger. */
export type LeaveWay = { text: string; onSelect: () => void } & Pick<ButtonProps, 'variant' | 'busy'>

/** Dialog before leaving, with what is kept [EX3]. */
export const LeaveDialog = ({
  title,
  text,
  ways,
  onStay,
}: {
  title: string
  text: string
  ways: readonly LeaveWay[]
  onStay: () => void
}) => (
  <Dialog title={title} kind="avviso" onClose={onStay}>
    <p>{text}</p>
    <div className={css.vie}>
      {ways.map(({ text: name, onSelect, variant, busy }, i) => (
        <Button key={name} variant={variant} busy={busy} data-primo={i === 0 || undefined} onClick={onSelect}>
          {name}
        </Button>
      ))}
    </div>
  </Dialog>
)
