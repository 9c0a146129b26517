import { Fragment } from 'react'
import { useSnapshot } from 'valtio'
import { preferenze, setPreferenza } from '../../state/preferenze.ts'
import { aiuto, tasti } from '../../text/esercitazione.ts'
import { Kbd, Muted } from '../../ui/base.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Switch } from '../../ui/Field.tsx'
import comune from './seduta.module.css'

/** The keys, all of them or the few of the side panel. */
export const Tasti = ({ brevi = false }: { brevi?: boolean }) => (
  <dl className={comune.tasti}>
    {tasti
      .filter((t) => !brevi || t.breve)
      .map((t) => (
        <Fragment key={t.testo}>
          <dt>{t.tasti.map((k) => (k === '…' ? <span key={k}>…</span> : <Kbd key={k}>{k}</Kbd>))}</dt>
          <dd>{t.testo}</dd>
        </Fragment>
      ))}
  </dl>
)

/** Every shortcut, and the switch that turns them all off (WCAG 2.1.4). */
export function Aiuto({ onChiudi }: { onChiudi: () => void }) {
  const { tastiera } = useSnapshot(preferenze)
  return (
    <Dialog titolo={aiuto.titolo} onChiudi={onChiudi}>
      <Tasti />
      <Muted piccolo>{aiuto.testo}</Muted>
      <Switch checked={tastiera} onChange={(e) => setPreferenza('tastiera', e.currentTarget.checked)}>
        {aiuto.attive}
      </Switch>
    </Dialog>
  )
}
