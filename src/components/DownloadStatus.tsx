import type { Failure } from '#contract/result'
import { downloadText as texts } from '../text/banche.ts'
import { errorMessage } from '../text/errors.ts'
import { formatBytes, formatDuration, formatPercent } from '../text/formats.ts'
import { Button } from '../ui/Button.tsx'
import { Digits, Muted, Row, Stack } from '../ui/base.tsx'
import { FieldError } from '../ui/Field.tsx'
import { IconRetry } from '../ui/icons.ts'
import { Progress } from '../ui/Meters.tsx'

export type DownloadView = {
  name: string
  fase: 'richiesta' | 'domande' | 'verifica' | 'immagini' | 'registrazione' | 'conferma' | 'interrotto'
  /** Bytes. */
  ricevuti: number
  totali: number
  /** Bytes a second; null until it is known. */
  speed: number | null
  error: Failure | null
}

/** Progress of a download with bytes, speed, time left, a way to stop it and, after a cut, to go on. */
export function DownloadStatus({
  view,
  withName = false,
  onCancel,
  onResume,
}: {
  view: DownloadView
  withName?: boolean
  onCancel: () => void
  onResume: () => void
}) {
  const { fase, ricevuti, totali: total, speed, error, name } = view
  const ratio = total > 0 ? Math.min(100, Math.floor((100 * ricevuti) / total)) : 0
  const interrupted = fase === 'interrotto'
  const inTransit = fase === 'domande' || fase === 'immagini'
  const left = speed && inTransit ? (total - ricevuti) / speed : null
  const notes = [
    total > 0 && (inTransit || interrupted) ? texts.di(formatBytes(ricevuti), formatBytes(total)) : null,
    speed && inTransit ? texts.al_secondo(formatBytes(speed)) : null,
    left !== null && left > 1 ? formatDuration(left) : null,
  ].filter((n) => n !== null)
  return (
    <Stack>
      <Row spread>
        <b>{withName ? name : texts[fase]}</b>
        {total > 0 && <Digits>{formatPercent(ratio)}</Digits>}
      </Row>
      <Progress label={texts.barra(name)} {...(total > 0 || interrupted ? { value: ratio } : {})} />
      {(withName || notes.length > 0) && (
        <Muted small>{[withName ? texts[fase] : null, ...notes].filter(Boolean).join(' · ')}</Muted>
      )}
      {error && <FieldError text={errorMessage(error).text} />}
      <Row wrap>
        {interrupted && (
          <Button size="sm" variant="primario" icon={<IconRetry size={16} />} onClick={onResume}>
            {texts.riprendi}
          </Button>
        )}
        <Button size="sm" variant={interrupted ? 'fantasma' : 'bordo'} onClick={onCancel}>
          {interrupted ? texts.piu_tardi : texts.annulla}
        </Button>
      </Row>
    </Stack>
  )
}
