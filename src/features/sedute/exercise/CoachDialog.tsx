import { breakEven, type Calibration } from '#rules/coach'
import type { Esame } from '#rules/esame'
import { BreakEvenLine, OwnRates } from '../../../components/dopo/Coach.tsx'
import { useRead } from '../../../components/useRead.ts'
import { findBanca } from '../../../domain/banche-state.ts'
import { examOf } from '../../../domain/exam-rules.ts'
import { onStore } from '../../../store/on-store.ts'
import { coachText as texts } from '../../../text/coach.ts'
import { errorMessage } from '../../../text/errors.ts'
import { rulesOf } from '../../../text/previsione.ts'
import { Muted, Stack } from '../../../ui/base.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'

type Read = { esame: Esame | null; calibration: Calibration }

async function readCoach(id: string) {
  const banca = findBanca(Number(id))
  const read = await onStore((db) => db.readCalibration())
  if (!read.ok) return read
  const esame = banca ? await examOf(banca) : null
  return { ok: true as const, value: { esame, calibration: read.value } satisfies Read }
}

/** Dialog during practice on when answering pays, by the rules of the exam that the person prepares for [CB1]. */
export function CoachDialog({
  id_concorso,
  options,
  onClose,
}: {
  id_concorso: number
  options: number
  onClose: () => void
}) {
  const { dati, guasto } = useRead(readCoach, String(id_concorso))
  const share = dati?.esame ? breakEven({ omessa: 0, ...dati.esame }) : null
  return (
    <Dialog title={texts.titolo} onClose={onClose}>
      {guasto && <Muted role="alert">{errorMessage(guasto).text}</Muted>}
      {dati && (
        <Stack>
          {dati.esame ? (
            <>
              <Muted small>{rulesOf(dati.esame.fonte)}</Muted>
              <BreakEvenLine shares={[share]} options={options} />
            </>
          ) : (
            <p>{texts.senza_regole}</p>
          )}
          <OwnRates calibration={dati.calibration} share={share} />
        </Stack>
      )}
    </Dialog>
  )
}
