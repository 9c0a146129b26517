import { Card, Stack } from '../../../ui/base.tsx'
import { CountedHead } from '../../../ui/CardHead.tsx'
import { FieldError } from '../../../ui/Field.tsx'
import { QuotaRow } from '../../../ui/QuotaRow.tsx'
import { nuovaProvaText as testi } from '../nuova-text.ts'
import { type AvailableMateria, type FormState, sezioneOf, sezioniNames, totalQuotas } from './form-state.ts'
import css from './nuova.module.css'

type Props = { form: FormState; onChange: (part: Partial<FormState>) => void }

/** Fields for the questions of each subject, with the number available [CT1]. */
export function MaterieQuotas({
  form,
  available,
  error,
  onChange,
}: Props & { available: readonly AvailableMateria[]; error: string | null }) {
  const names = sezioniNames(form)
  const total = totalQuotas(form, available)
  return (
    <Card aria-labelledby="nuova-materie">
      <Stack>
        <CountedHead id="nuova-materie" title={testi.materie} count={total > 0 && testi.totale(total)} />
        <FieldError text={error} />
        <div className={css.materie}>
          {available.map(({ id_materia, materia, n }) => (
            <QuotaRow
              key={id_materia}
              name={materia}
              label={testi.quante(materia)}
              available={n}
              of={testi.su(n)}
              value={form.quote[id_materia] ?? 0}
              onChange={(written) => onChange({ quote: { ...form.quote, [id_materia]: written } })}
            >
              {names.length > 1 && (
                <select
                  aria-label={testi.sezione(materia)}
                  value={sezioneOf(form, id_materia, materia)}
                  onChange={(e) =>
                    onChange({ sezioneDi: { ...form.sezioneDi, [id_materia]: Number(e.currentTarget.value) } })
                  }
                >
                  {names.map((name, i) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a section is its place
                    <option key={i} value={i}>
                      {name}
                    </option>
                  ))}
                </select>
              )}
            </QuotaRow>
          ))}
        </div>
      </Stack>
    </Card>
  )
}
