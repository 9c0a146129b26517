import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { extraTime, MAX_EXTRA_TIME, setExtraTime } from '../../domain/extra-time.ts'
import { network } from '../../platform/network.ts'
import { extraTimeText as texts } from '../../text/account.ts'
import { Card, Muted, Stack } from '../../ui/base.tsx'
import { Field } from '../../ui/Field.tsx'
import { Segmented } from '../../ui/Segmented.tsx'

const FIXED = ['0', '30', '50'] as const

/** Sets the extra time for DSA and law 104, which holds for every timed sitting of this account. */
export function ExtraTime() {
  const { percent, unsent } = useSnapshot(extraTime)
  const { online } = useSnapshot(network)
  const [other, setOther] = useState(!FIXED.some((f) => Number(f) === percent))
  const [draft, setDraft] = useState(String(percent))
  const fixed = FIXED.find((f) => Number(f) === percent)
  return (
    <Card aria-labelledby="tempo-aggiuntivo">
      <Stack>
        <h2 id="tempo-aggiuntivo">{texts.titolo}</h2>
        <Muted>{texts.testo}</Muted>
        <Segmented
          legend={texts.quanto}
          options={[
            ...FIXED.map((f) => ({ value: f as string, text: texts.voce(Number(f)) })),
            { value: 'altro', text: texts.altro },
          ]}
          value={other || fixed === undefined ? 'altro' : fixed}
          onSelect={(v) => {
            setOther(v === 'altro')
            if (v === 'altro') setDraft(String(percent))
            else setExtraTime(Number(v))
          }}
        />
        {other && (
          <Field
            label={texts.percento}
            help={texts.aiuto(MAX_EXTRA_TIME)}
            inputMode="numeric"
            value={draft}
            onChange={(e) => {
              const typed = e.currentTarget.value.replace(/\D/g, '').slice(0, 3)
              setDraft(typed)
              setExtraTime(Number(typed))
            }}
            onBlur={() => setDraft(String(extraTime.percent))}
          />
        )}
        <Muted small role="status">
          {unsent && !online ? texts.da_inviare : ''}
        </Muted>
      </Stack>
    </Card>
  )
}
