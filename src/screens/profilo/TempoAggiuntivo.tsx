import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { rete } from '../../state/rete.ts'
import { setTempoAggiuntivo, TEMPO_MASSIMO, tempoAggiuntivo } from '../../state/tempo-aggiuntivo.ts'
import { tempoAggiuntivo as testi } from '../../text/profilo.ts'
import { Card, Muted, Stack } from '../../ui/base.tsx'
import { Field } from '../../ui/Field.tsx'
import { Segmented } from '../../ui/Segmented.tsx'

const FISSI = ['0', '30', '50'] as const

/** Extra time for DSA and law 104: it holds for every timed sitting of this account. */
export function TempoAggiuntivo() {
  const { percento, da_inviare } = useSnapshot(tempoAggiuntivo)
  const { online } = useSnapshot(rete)
  const [altro, setAltro] = useState(!FISSI.some((f) => Number(f) === percento))
  const [bozza, setBozza] = useState(String(percento))
  const fisso = FISSI.find((f) => Number(f) === percento)
  return (
    <Card aria-labelledby="tempo-aggiuntivo">
      <Stack>
        <h2 id="tempo-aggiuntivo">{testi.titolo}</h2>
        <Muted>{testi.testo}</Muted>
        <Segmented
          legenda={testi.quanto}
          opzioni={[
            ...FISSI.map((f) => ({ valore: f as string, testo: testi.voce(Number(f)) })),
            { valore: 'altro', testo: testi.altro },
          ]}
          valore={altro || fisso === undefined ? 'altro' : fisso}
          onScegli={(v) => {
            setAltro(v === 'altro')
            if (v === 'altro') setBozza(String(percento))
            else setTempoAggiuntivo(Number(v))
          }}
        />
        {altro && (
          <Field
            etichetta={testi.percento}
            aiuto={testi.aiuto(TEMPO_MASSIMO)}
            inputMode="numeric"
            value={bozza}
            onChange={(e) => {
              const scritto = e.currentTarget.value.replace(/\D/g, '').slice(0, 3)
              setBozza(scritto)
              setTempoAggiuntivo(Number(scritto))
            }}
            onBlur={() => setBozza(String(tempoAggiuntivo.percento))}
          />
        )}
        <Muted piccolo role="status">
          {da_inviare && !online ? testi.da_inviare : ''}
        </Muted>
      </Stack>
    </Card>
  )
}
