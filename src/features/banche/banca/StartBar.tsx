import { useSnapshot } from 'valtio'
import type { Failure } from '#contract/result'
import { bancaText as texts } from '../../../text/banca.ts'
import { errorMessage } from '../../../text/errors.ts'
import { formatDomande } from '../../../text/formats.ts'
import { Button } from '../../../ui/Button.tsx'
import { Muted } from '../../../ui/base.tsx'
import { Switch } from '../../../ui/Field.tsx'
import { IconPlay } from '../../../ui/icons.ts'
import { isMeasured, pace } from '../../sedute/pace.ts'
import { preferences, setPreference } from '../../sedute/preferences.ts'
import css from './banca.module.css'

/** How many questions the filters leave, how long they take, and the start: always in sight. */
export function StartBar({
  total,
  error,
  busy,
  onStart,
  onReset,
}: {
  total: number | null
  error: Failure | null
  busy: boolean
  onStart: () => void
  /** Null when nothing is filtered. */
  onReset: (() => void) | null
}) {
  const snapshot = useSnapshot(pace)
  const empty = total === 0
  const note = error
    ? errorMessage(error).text
    : total === null
      ? texts.conto
      : empty
        ? texts.nessuna_aiuto
        : texts.tempo(total * snapshot.secondi, isMeasured(snapshot))
  return (
    <section className={css.avvio} aria-label={texts.riepilogo}>
      <div className={css.conto} role="status">
        <p>{total === null ? '…' : empty ? texts.nessuna : formatDomande(total)}</p>
        <Muted small>{note}</Muted>
      </div>
      {empty && onReset ? (
        <Button size="lg" onClick={onReset}>
          {texts.togli_filtri}
        </Button>
      ) : (
        <Button
          variant="primario"
          size="lg"
          icon={<IconPlay size={20} />}
          busy={busy}
          disabled={!total}
          onClick={onStart}
        >
          {texts.inizia}
        </Button>
      )}
      <div className={css.opzioni}>
        <PracticeSwitches />
        {onReset && !empty && (
          <Button size="sm" fullWidth onClick={onReset}>
            {texts.togli_filtri}
          </Button>
        )}
      </div>
    </section>
  )
}

/** Settings that hold for every exercise on this device. */
export function PracticeSwitches() {
  const { avanti_da_sola, mescola } = useSnapshot(preferences)
  return (
    <>
      <Switch checked={avanti_da_sola} onChange={(e) => setPreference('avanti_da_sola', e.currentTarget.checked)}>
        {texts.avanti_da_sola}
      </Switch>
      <Switch checked={mescola} onChange={(e) => setPreference('mescola', e.currentTarget.checked)}>
        {texts.mescola}
      </Switch>
    </>
  )
}
