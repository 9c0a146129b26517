import { Fragment } from 'react'
import { useSnapshot } from 'valtio'
import { preferenze, setPreferenza } from '../../../state/preferenze.ts'
import { aiuto } from '../../../text/esercitazione.ts'
import { tastiProva } from '../../../text/prova.ts'
import { Kbd } from '../../../ui/base.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Switch } from '../../../ui/Field.tsx'
import comune from '../seduta.module.css'

/** Every shortcut of a trial, and the switch that turns them all off (WCAG 2.1.4). */
export function AiutoProva({ onChiudi }: { onChiudi: () => void }) {
  const { tastiera } = useSnapshot(preferenze)
  return (
    <Dialog titolo={aiuto.titolo} onChiudi={onChiudi}>
      <dl className={comune.tasti}>
        {tastiProva.map((t) => (
          <Fragment key={t.testo}>
            <dt>{t.tasti.map((k) => (k === '…' ? <span key={k}>…</span> : <Kbd key={k}>{k}</Kbd>))}</dt>
            <dd>{t.testo}</dd>
          </Fragment>
        ))}
      </dl>
      <Switch checked={tastiera} onChange={(e) => setPreferenza('tastiera', e.currentTarget.checked)}>
        {aiuto.attive}
      </Switch>
    </Dialog>
  )
}
