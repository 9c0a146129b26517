import { useSnapshot } from 'valtio'
import type { Failure } from '#contract/result'
import type { Preset } from '../../../domain/banca-state.ts'
import { isMeasured, pace } from '../../../domain/pace.ts'
import { preferences, setPreference } from '../../../domain/preferences.ts'
import { bancaText as texts } from '../../../text/banca.ts'
import { errorMessage } from '../../../text/errors.ts'
import { formatDomande } from '../../../text/formats.ts'
import { ActionBar } from '../../../ui/ActionBar.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Kbd, Muted } from '../../../ui/base.tsx'
import { Switch } from '../../../ui/Field.tsx'
import { IconPlay } from '../../../ui/icons.ts'
import css from './banca.module.css'

/** Shows how many questions the filters leave and how long they take, and starts the sitting. */
export function StartBar({
  n,
  total,
  preset,
  error,
  busy,
  onStart,
  onReset,
}: {
  /** Questions of the sitting, of `total` that are left; null while they are counted. */
  n: number | null
  total: number | null
  preset: Preset
  error: Failure | null
  busy: boolean
  onStart: () => void
  /** Null without filters. */
  onReset: (() => void) | null
}) {
  const snapshot = useSnapshot(pace)
  const { tastiera } = useSnapshot(preferences)
  const empty = total === 0
  const note = error
    ? errorMessage(error).text
    : n === null || total === null
      ? texts.conto
      : empty
        ? texts.scelte_vuote[onReset ? 'tutte' : preset]
        : [n < total && texts.su(total), texts.tempo(n * snapshot.secondi, isMeasured(snapshot))]
            .filter(Boolean)
            .join(' · ')
  return (
    <ActionBar
      label={texts.riepilogo}
      title={n === null ? '…' : empty ? (onReset ? texts.nessuna : texts.nessuna_qui) : formatDomande(n)}
      notes={<Muted small>{note}</Muted>}
    >
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
          disabled={!n}
          aria-keyshortcuts={tastiera ? 'I' : undefined}
          onClick={onStart}
        >
          {texts.inizia}
          {tastiera && (
            <span className={css.tasto} aria-hidden="true">
              <Kbd>I</Kbd>
            </span>
          )}
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
    </ActionBar>
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
