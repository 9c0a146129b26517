import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { ResetFigures } from '#contract/database'
import { network } from '../../../platform/network.ts'
import { showError } from '../../../session/notices.ts'
import { onStore } from '../../../store/on-store.ts'
import { Button } from '../../../ui/Button.tsx'
import { Muted, Stack } from '../../../ui/base.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Checkbox } from '../../../ui/Field.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { resetBanca } from '../reset.ts'
import { resetText as texts } from '../reset-text.ts'
import { toggleValue } from './filters.ts'

/** Asks what to reset and where, and shows the loss in figures before the reset [RS1] (D28). */
export default function ResetDialog({
  id_concorso,
  materie,
  onClose,
  onDone,
}: {
  id_concorso: number
  materie: readonly { id: number; name: string }[]
  onClose: () => void
  onDone: (domande: number) => void
}) {
  const { online } = useSnapshot(network)
  const [some, setSome] = useState(false)
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [everywhere, setEverywhere] = useState(false)
  const [figures, setFigures] = useState<ResetFigures | null>(null)
  const [busy, setBusy] = useState(false)
  const scope = some ? chosen : null
  const key = JSON.stringify(scope)
  useEffect(() => {
    let current = true
    setFigures(null)
    void onStore((db) => db.countReset({ id_concorso, materie: JSON.parse(key) as number[] | null })).then(
      (counted) => {
        if (current && counted.ok) setFigures(counted.value)
        else if (current && !counted.ok) showError(counted.error)
      },
    )
    return () => {
      current = false
    }
  }, [id_concorso, key])
  const reset = async () => {
    setBusy(true)
    const done = await resetBanca({ id_concorso, materie: scope, everywhere: everywhere && online })
    setBusy(false)
    if (done.ok) onDone(done.value.domande)
    else showError(done.error, { riprova: () => void reset() })
  }
  return (
    <Dialog
      title={texts.apri}
      onClose={onClose}
      cancel={texts.annulla}
      actions={
        <Button
          variant="pericolo"
          busy={busy}
          disabled={!figures || figures.domande === 0}
          onClick={() => void reset()}
        >
          {texts.azzera}
        </Button>
      }
    >
      <Stack>
        {materie.length > 1 && (
          <Either legend={texts.cosa} less={texts.tutto} more={texts.alcune} value={some} onSelect={setSome} />
        )}
        {some && (
          <fieldset aria-label={texts.alcune}>
            {materie.map(({ id, name }) => (
              <Checkbox key={id} checked={chosen.includes(id)} onChange={() => setChosen(toggleValue(chosen, id))}>
                {name}
              </Checkbox>
            ))}
          </fieldset>
        )}
        <Either legend={texts.dove} less={texts.qui} more={texts.ovunque} value={everywhere} onSelect={setEverywhere} />
        <Muted small>{!everywhere ? texts.qui_testo : online ? texts.ovunque_testo : texts.ovunque_offline}</Muted>
        <Effect figures={figures} />
      </Stack>
    </Dialog>
  )
}

type EitherProps = {
  legend: string
  less: string
  more: string
  value: boolean
  onSelect: (more: boolean) => void
}

const Either = ({ legend, less, more, value, onSelect }: EitherProps) => {
  const options = [less, more].map((text) => ({ value: text, text }))
  return (
    <Segmented
      legend={legend}
      options={options}
      value={value ? more : less}
      onSelect={(text) => onSelect(text === more)}
    />
  )
}

function Effect({ figures }: { figures: ResetFigures | null }) {
  return (
    <div role="status">
      {figures === null ? (
        <Muted small>{texts.conto}</Muted>
      ) : figures.domande === 0 ? (
        <p>{texts.niente}</p>
      ) : (
        <>
          <p>
            <b>{texts.effetto(figures)}</b>
          </p>
          {figures.da_inviare > 0 && <Muted small>{texts.non_inviate(figures.da_inviare)}</Muted>}
          <Muted small>{texts.ritorno}</Muted>
        </>
      )}
    </div>
  )
}
