import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Muted, Row, Stack } from '../../ui/base.tsx'
import { Progress } from '../../ui/Meters.tsx'
import { callConsole } from '../api.ts'
import { managedText as texts } from './text.ts'

/** A new version of a bank that a dialog is publishing: since when, and how to end it before it is written. */
export function PublishingVersion({ id }: { id: number }) {
  const [seconds, setSeconds] = useState(0)
  const [isLate, setLate] = useState(false)
  const begun = useRef(Date.now())
  useEffect(() => {
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - begun.current) / 1_000)), 1_000)
    return () => clearInterval(timer)
  }, [])
  // Where it ends is told by the call that publishes.
  const cancel = async () => setLate(!(await callConsole('annulla_versione', { corpo: { id_concorso: id } })).ok)
  return (
    <Stack>
      <p role="status">{isLate ? texts.troppo_tardi : texts.pubblico_versione}</p>
      <Progress label={texts.avanzamento} />
      <Row spread wrap>
        <Muted as="span">{texts.da_secondi(seconds)}</Muted>
        <Button size="sm" disabled={isLate} onClick={() => void cancel()}>
          {texts.annulla_pubblicazione}
        </Button>
      </Row>
    </Stack>
  )
}
