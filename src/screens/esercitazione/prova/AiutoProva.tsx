import { Fragment } from 'react'
import { useSnapshot } from 'valtio'
import { preferences, setPreference } from '../../../features/sedute/preferences.ts'
import { helpText } from '../../../text/esercitazione.ts'
import { provaKeysText } from '../../../text/prova.ts'
import { Kbd } from '../../../ui/base.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Switch } from '../../../ui/Field.tsx'
import comune from '../seduta.module.css'

/** Every shortcut of a trial, and the switch that turns them all off (WCAG 2.1.4). */
export function AiutoProva({ onChiudi }: { onChiudi: () => void }) {
  const { tastiera } = useSnapshot(preferences)
  return (
    <Dialog title={helpText.titolo} onClose={onChiudi}>
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
