import { Fragment } from 'react'
import { useSnapshot } from 'valtio'
import { helpText, keysText } from '../../../text/esercitazione.ts'
import { Kbd, Muted } from '../../../ui/base.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Switch } from '../../../ui/Field.tsx'
import { preferences, setPreference } from '../preferences.ts'
import comune from './seduta.module.css'

/** The keys, all of them or the few of the side panel. */
export const KeyList = ({ short = false }: { short?: boolean }) => (
  <dl className={comune.tasti}>
    {keysText
      .filter((t) => !short || t.short)
      .map((t) => (
        <Fragment key={t.text}>
          <dt>{t.tasti.map((k) => (k === '…' ? <span key={k}>…</span> : <Kbd key={k}>{k}</Kbd>))}</dt>
          <dd>{t.text}</dd>
        </Fragment>
      ))}
  </dl>
)

/** Every shortcut, and the switch that turns them all off (WCAG 2.1.4). */
export function KeysHelp({ onClose }: { onClose: () => void }) {
  const { tastiera } = useSnapshot(preferences)
  return (
    <Dialog title={helpText.titolo} onClose={onClose}>
      <KeyList />
      <Muted small>{helpText.testo}</Muted>
      <Switch checked={tastiera} onChange={(e) => setPreference('tastiera', e.currentTarget.checked)}>
        {helpText.attive}
      </Switch>
    </Dialog>
  )
}
