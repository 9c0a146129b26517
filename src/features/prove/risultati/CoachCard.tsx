import { useMemo } from 'react'
import { cheapestPoint, ownRate } from '#rules/coach'
import { BreakEvenLine, OwnRates } from '../../../components/dopo/Coach.tsx'
import { useRead } from '../../../components/useRead.ts'
import { onStore } from '../../../store/on-store.ts'
import { coachText as texts } from '../../../text/coach.ts'
import { FoldedCard } from '../../../ui/FoldedCard.tsx'
import type { RisultatiData } from '../read-risultati.ts'
import type { MarkedPlace } from './analysis.ts'
import { coachedPlaces, courseOfBlanks, sharedOptions, sharesOf } from './coach.ts'

const readCalibration = () => onStore((db) => db.readCalibration())

/** Card after a trial with the advice on answering, by its rules and the person's results, and the cheapest next point [CB5]. */
export function CoachCard({ data, places }: { data: RisultatiData; places: readonly MarkedPlace[] }) {
  const { dati: calibration } = useRead(readCalibration, data.prova.id)
  const coached = useMemo(() => coachedPlaces(data.regole, places), [data.regole, places])
  if (!calibration) return null
  const guessed = ownRate(calibration.sicurezza.caso) ?? ownRate(calibration.sicurezza.incerto)
  const shares = sharesOf(data.regole)
  const a_tempo = data.consegna.motivo === 'tempo'
  const course = courseOfBlanks(data, coached, guessed)
  const cheapest = cheapestPoint(coached, { a_tempo, quota: guessed })
  return (
    <FoldedCard id="bianco" title={texts.titolo}>
      {cheapest && <p>{texts.facile(cheapest)}</p>}
      {course && <p>{texts.soglia(course.bianche, course.rispondi, course.probabilita, course.lasciando)}</p>}
      <BreakEvenLine shares={shares} options={sharedOptions(places)} />
      <OwnRates calibration={calibration} share={shares.length === 1 ? (shares[0] ?? null) : null} />
    </FoldedCard>
  )
}
