import { useEffect, useState } from 'react'
import type { CloudFigures } from '#contract/database'
import type { Result } from '#contract/result'
import type { CloudWinner, SideFigures } from '#rules/cloud'
import { showError } from '../../../session/notices.ts'
import { errorMessage } from '../../../text/errors.ts'
import { Button } from '../../../ui/Button.tsx'
import { Muted, Stack } from '../../../ui/base.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { type Compared, compareBanca, overwriteBanca } from '../cloud.ts'
import { cloudText as texts } from '../cloud-text.ts'
import css from './banca.module.css'

type Props = { id_concorso: number; onClose: () => void; onDone: (text: string) => void }

/** Shows before the act what each side has, which one is to hold, and what the other loses. */
export default function CloudDialog({ id_concorso, onClose, onDone }: Props) {
  const [read, setRead] = useState(0)
  const [attempt, setAttempt] = useState(0)
  const [compared, setCompared] = useState<Result<Compared> | null>(null)
  const [chosen, setChosen] = useState<CloudWinner | null>(null)
  const [busy, setBusy] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt reads anew
  useEffect(() => {
    let current = true
    setCompared(null)
    void compareBanca(id_concorso, (n) => current && setRead(n)).then((result) => current && setCompared(result))
    return () => {
      current = false
    }
  }, [id_concorso, attempt])
  const both = compared?.ok ? compared.value : null
  const cambia = both?.figures.cambia
  const winner = chosen ?? (both && hasMore(both.figures.cloud, both.figures.dispositivo) ? 'cloud' : 'dispositivo')
  const overwrite = async (sides: Compared) => {
    setBusy(true)
    const done = await overwriteBanca(id_concorso, winner, sides)
    setBusy(false)
    if (!done.ok)
      return showError(done.error, { riprova: () => void overwrite(sides), riapri: () => setAttempt((n) => n + 1) })
    const { domande, waiting } = done.value
    onDone(winner === 'dispositivo' ? texts.fatto_qui(waiting) : texts.fatto_cloud(domande))
  }
  const same = cambia !== undefined && cambia.dispositivo.domande + cambia.cloud.domande === 0
  return (
    <Dialog
      title={texts.apri}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{same ? texts.chiudi : texts.annulla}</Button>
          {compared?.ok === false && (
            <Button variant="primario" onClick={() => setAttempt(attempt + 1)}>
              {texts.riprova}
            </Button>
          )}
          {both && !same && (
            <Button
              variant="pericolo"
              busy={busy}
              disabled={both.figures.cambia[winner].domande === 0}
              onClick={() => void overwrite(both)}
            >
              {winner === 'dispositivo' ? texts.fai_qui : texts.fai_cloud}
            </Button>
          )}
        </>
      }
    >
      <Stack>
        <div role="status">
          {compared === null && <Muted small>{texts.leggo(read)}</Muted>}
          {compared?.ok === false && <p>{`${texts.errore} ${errorMessage(compared.error).text}`}</p>}
          {same && <p>{texts.uguali}</p>}
        </div>
        {both && (
          <dl className={css.parti}>
            <Side name={texts.qui} figures={both.figures.dispositivo} />
            <Side name={texts.cloud} figures={both.figures.cloud} />
          </dl>
        )}
        {both && !same && <Choice cambia={both.figures.cambia} winner={winner} onChoose={setChosen} />}
      </Stack>
    </Dialog>
  )
}

/** Returns true where `a` has more to lose than `b`; the dialog offers that side first. */
const hasMore = (a: SideFigures, b: SideFigures): boolean => a.livelli + a.preferite > b.livelli + b.preferite

/** Asks which side holds, and shows what that changes on the other. */
function Choice({
  cambia,
  winner,
  onChoose,
}: {
  cambia: CloudFigures['cambia']
  winner: CloudWinner
  onChoose: (winner: CloudWinner) => void
}) {
  return (
    <>
      <Segmented
        legend={texts.vale}
        options={[
          { value: 'dispositivo', text: texts.vale_qui },
          { value: 'cloud', text: texts.vale_cloud },
        ]}
        value={winner}
        onSelect={onChoose}
      />
      <Muted small>{winner === 'dispositivo' ? texts.qui_testo : texts.cloud_testo}</Muted>
      <div role="status">
        <p>
          <b>{cambia[winner].domande === 0 ? texts.niente : texts.effetto(cambia[winner], winner)}</b>
        </p>
      </div>
      <Muted small>{texts.ritorno}</Muted>
    </>
  )
}

const Side = ({ name, figures }: { name: string; figures: SideFigures }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <b>{texts.parte(figures)}</b>
      {figures.ultima !== null && (
        <Muted small as="span">
          {texts.ultima(figures.ultima)}
        </Muted>
      )}
    </dd>
  </div>
)
