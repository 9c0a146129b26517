import { Fragment } from 'react'
import { useSnapshot } from 'valtio'
import { preferences, setPreference } from '../../domain/preferences.ts'
import { helpText } from '../../text/esercitazione.ts'
import { Kbd, Muted } from '../../ui/base.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Switch } from '../../ui/Field.tsx'
import comune from './seduta.module.css'

type KeyText = { tasti: readonly string[]; text: string }

export const KeyList = ({ keys }: { keys: readonly KeyText[] }) => (
  <dl className={comune.tasti}>
    {keys.map((t) => (
      <Fragment key={t.text}>
        <dt>{t.tasti.map((k) => (k === '…' ? <span key={k}>…</span> : <Kbd key={k}>{k}</Kbd>))}</dt>
        <dd>{t.text}</dd>
      </Fragment>
    ))}
  </dl>
)

/** Dialog of the shortcuts of a sitting, with the switch that turns them all off (WCAG 2.1.4). */
export function KeysHelp({
  keys,
  nota,
  onClose,
}: {
  keys: readonly KeyText[]
  /** Note under the keys. */
  nota?: string
  onClose: () => void
}) {
  const { tastiera } = useSnapshot(preferences)
  return (
    <Dialog title={helpText.titolo} onClose={onClose}>
      <KeyList keys={keys} />
      {nota !== undefined && <Muted small>{nota}</Muted>}
      <Switch checked={tastiera} onChange={(e) => setPreference('tastiera', e.currentTarget.checked)}>
        {helpText.attive}
      </Switch>
    </Dialog>
  )
}
