import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { type Appointment, writeAppointment } from '../../domain/after-seduta.ts'
import { findBanca } from '../../domain/banche-state.ts'
import { pace } from '../../domain/pace.ts'
import { dopoText as texts } from '../../text/dopo.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, Muted, Row, Stack } from '../../ui/base.tsx'
import { CardHead } from '../../ui/CardHead.tsx'
import { IconCalendar } from '../../ui/icons.ts'
import { saveFile } from '../../ui/save-file.ts'
import css from './dopo.module.css'

/** Next study day as an appointment for the calendar [OG5]; absent for this visit once declined. */
export function AppointmentCard({ id_concorso, appointment }: { id_concorso: number; appointment: Appointment }) {
  const { secondi } = useSnapshot(pace)
  const [answer, setAnswer] = useState<'segnato' | 'no' | null>(null)
  if (answer === 'no') return null
  const { giorno, domani, n, nuove } = appointment
  const keep = () => {
    const minutes = Math.max(1, Math.round((n * secondi) / 60))
    const title = texts.evento(n, findBanca(id_concorso)?.concorso ?? '')
    const file = writeAppointment(appointment, { id_concorso, title, description: texts.evento_testo(minutes) })
    saveFile(texts.file, file, 'text/calendar;charset=utf-8')
    setAnswer('segnato')
  }
  return (
    <Card aria-labelledby="domani" className={css.appuntamento}>
      <Stack>
        <CardHead id="domani" title={texts.quando(giorno, domani, n)} text={texts.di_che(nuove, n - nuove)} />
        <Row wrap>
          <Button variant="tenue" icon={<IconCalendar size={20} />} onClick={keep}>
            {texts.calendario}
          </Button>
          {answer === null && (
            <Button variant="fantasma" onClick={() => setAnswer('no')}>
              {texts.no}
            </Button>
          )}
          <div role="status">{answer === 'segnato' && <Muted small>{texts.segnato}</Muted>}</div>
        </Row>
      </Stack>
    </Card>
  )
}
