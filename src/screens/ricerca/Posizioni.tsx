import { useEffect, useState } from 'react'
import { ricerca as testi } from '../../text/ricerca.ts'
import { Field } from '../../ui/Field.tsx'
import type { Filtri } from './filtri.ts'
import css from './pannello.module.css'

/** The range of official positions; an empty end is the bank's own. */
export function Posizioni({
  da,
  a,
  onCambia,
}: Pick<Filtri, 'da' | 'a'> & { onCambia: (parte: Partial<Filtri>) => void }) {
  return (
    <div className={css.posizioni}>
      <Capo
        etichetta={testi.dalla}
        valore={da}
        onCambia={(n) => onCambia({ da: n, a: n !== null && a !== null ? Math.max(n, a) : a })}
      />
      <Capo
        etichetta={testi.alla}
        valore={a}
        onCambia={(n) => onCambia({ a: n, da: n !== null && da !== null ? Math.min(n, da) : da })}
      />
    </div>
  )
}

const MASSIMA = 999_999

/** One end; what is half typed waits until the field is left. */
function Capo({
  etichetta,
  valore,
  onCambia,
}: {
  etichetta: string
  valore: number | null
  onCambia: (valore: number | null) => void
}) {
  const scritto = valore === null ? '' : String(valore)
  const [bozza, setBozza] = useState(scritto)
  useEffect(() => setBozza(scritto), [scritto])
  const commit = () => {
    const letto = Math.round(Number(bozza))
    const nuovo = bozza.trim() === '' || !(letto > 0) ? null : Math.min(MASSIMA, letto)
    setBozza(nuovo === null ? '' : String(nuovo))
    if (nuovo !== valore) onCambia(nuovo)
  }
  return (
    <Field
      etichetta={etichetta}
      type="number"
      inputMode="numeric"
      min={1}
      max={MASSIMA}
      value={bozza}
      onChange={(e) => setBozza(e.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(e) => e.key === 'Enter' && commit()}
    />
  )
}
