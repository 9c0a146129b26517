import { Fragment } from 'react'
import { useSnapshot } from 'valtio'
import { helpText } from '../../../text/esercitazione.ts'
import { provaKeysText } from '../../../text/prova.ts'
import { Kbd } from '../../../ui/base.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Switch } from '../../../ui/Field.tsx'
import comune from '../../sedute/parts/seduta.module.css'
import { preferences, setPreference } from '../../sedute/preferences.ts'

/** Every shortcut of a trial, and the switch that turns them all off (WCAG 2.1.4). */
export function ProvaHelp({ onClose }: { onClose: () => void }) {
  const { tastiera } = useSnapshot(preferences)
  return (
    <Dialog title={helpText.titolo} onClose={onClose}>
      <dl className={comune.tasti}>
        {provaKeysText.map((t) => (
          <Fragment key={t.text}>
            <dt>{t.tasti.map((k) => (k === '…' ? <span key={k}>…</span> : <Kbd key={k}>{k}</Kbd>))}</dt>
            <dd>{t.text}</dd>
          </Fragment>
        ))}
      </dl>
      <Switch checked={tastiera} onChange={(e) => setPreference('tastiera', e.currentTarget.checked)}>
        {helpText.attive}
      </Switch>
    </Dialog>
  )
}
