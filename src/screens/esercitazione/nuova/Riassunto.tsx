import type { ReactNode } from 'react'
import { withTempoAggiuntivo } from '#rules/regolamento/duration'
import { nuovaProvaText as testi } from '../../../features/prove/nuova-text.ts'
import { Button } from '../../../ui/Button.tsx'
import { Muted } from '../../../ui/base.tsx'
import { IconPlay, IconSaved } from '../../../ui/icons.ts'
import { type Modulo, readTempo } from './modulo.ts'
import css from './nuova.module.css'

/** How many questions, how long, and the start: always in sight. */
export function Riassunto({
  modulo,
  totale,
  percento,
  inCorso,
  onInizia,
  onSalvate,
  children,
}: {
  modulo: Modulo
  totale: number
  /** Extra time of the profile. */
  percento: number
  inCorso: boolean
  onInizia: () => void
  onSalvate: () => void
  /** What is wrong. */
  children: ReactNode
}) {
  const ms = readTempo(modulo)
  const buono = ms !== null && ms > 0
  const intero = buono ? withTempoAggiuntivo(ms, percento) : 0
  return (
    <section className={css.avvio} aria-label={testi.la_tua}>
      <div className={css.conto} role="status">
        <p>{totale === 0 ? testi.nessuna : testi.totale(totale)}</p>
        {buono && <Muted small>{percento > 0 ? testi.con_extra(intero, percento) : testi.durata(intero)}</Muted>}
        {buono && totale > 0 && (
          <Muted small className={css.largo}>
            {testi.per_domanda(intero / totale)}
          </Muted>
        )}
      </div>
      <Button variant="primario" size="lg" icon={<IconPlay size={20} />} busy={inCorso} onClick={onInizia}>
        {testi.inizia}
      </Button>
      <div className={css.sotto}>{children}</div>
      <div className={css.salva}>
        <Button size="sm" fullWidth icon={<IconSaved size={16} />} onClick={onSalvate}>
          {testi.modelli}
        </Button>
      </div>
    </section>
  )
}
