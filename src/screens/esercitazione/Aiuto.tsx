import { Fragment } from 'react'
import { useSnapshot } from 'valtio'
import { preferences, setPreference } from '../../features/sedute/preferences.ts'
import { helpText, keysText } from '../../text/esercitazione.ts'
import { Kbd, Muted } from '../../ui/base.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Switch } from '../../ui/Field.tsx'
import comune from './seduta.module.css'

/** The keys, all of them or the few of the side panel. */
export const Tasti = ({ brevi = false }: { brevi?: boolean }) => (
  <dl className={comune.tasti}>
    {keysText
      .filter((t) => !brevi || t.short)
      .map((t) => (
        <Fragment key={t.text}>
          <dt>{t.tasti.map((k) => (k === '…' ? <span key={k}>…</span> : <Kbd key={k}>{k}</Kbd>))}</dt>
          <dd>{t.text}</dd>
        </Fragment>
      ))}
  </dl>
)

/** Every shortcut, and the switch that turns them all off (WCAG 2.1.4). */
export function Aiuto({ onChiudi }: { onChiudi: () => void }) {
  const { tastiera } = useSnapshot(preferences)
  return (
    <Dialog title={helpText.titolo} onClose={onChiudi}>
      <Tasti />
      <Muted small>{helpText.testo}</Muted>
      <Switch checked={tastiera} onChange={(e) => setPreference('tastiera', e.currentTarget.checked)}>
        {helpText.attive}
      </Switch>
    </Dialog>
  )
}
