import { nuovaProvaText as testi } from '../../../features/prove/nuova-text.ts'
import { Card, Stack } from '../../../ui/base.tsx'
import { Field, FieldError } from '../../../ui/Field.tsx'
import type { Modulo } from './modulo.ts'
import css from './nuova.module.css'

const CAMPI = ['ore', 'minuti', 'secondi'] as const

/** Hours, minutes and seconds [CT2]. */
export const Tempo = ({
  modulo,
  errore,
  onCambia,
}: {
  modulo: Modulo
  errore: string | null
  onCambia: (parte: Partial<Modulo>) => void
}) => (
  <Card aria-labelledby="nuova-tempo">
    <Stack>
      <h2 id="nuova-tempo">{testi.tempo}</h2>
      <div className={css.tre}>
        {CAMPI.map((nome) => (
          <Field
            key={nome}
            label={testi[nome]}
            inputMode="numeric"
            placeholder="0"
            maxLength={5}
            value={modulo[nome]}
            aria-invalid={errore !== null || undefined}
            onChange={(e) => onCambia({ [nome]: e.currentTarget.value })}
          />
        ))}
      </div>
      <FieldError text={errore} />
    </Stack>
  </Card>
)
