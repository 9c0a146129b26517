import { Card, Muted, Stack } from '../../../ui/base.tsx'
import { Field, SearchField, Switch } from '../../../ui/Field.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { nuovaProvaText as testi } from '../nuova-text.ts'
import { problemText } from './form-problems.ts'
import { type FormState, positionProblem } from './form-state.ts'
import css from './nuova.module.css'

/** Filters of the questions that may be drawn. */
export const ProvaFilters = ({
  form,
  total,
  onChange,
}: {
  form: FormState
  total: number | null
  onChange: (part: Partial<FormState>) => void
}) => {
  const problem = positionProblem(form)
  const error = (end: 'da' | 'a') =>
    problem?.end === end ? problemText({ campo: 'posizioni', tipo: problem.tipo }) : null
  return (
    <Card aria-labelledby="nuova-quali">
      <Stack>
        <h2 id="nuova-quali">{testi.quali}</h2>
        <Segmented
          legend={testi.quali}
          legendVisible={false}
          options={(['tutte', 'mai', 'errate'] as const).map((value) => ({ value, text: testi.quali_voci[value] }))}
          value={form.quali}
          onSelect={(which) => onChange({ quali: which })}
        />
        <div className={css.campi}>
          <div className={css.intero}>
            <SearchField
              label={testi.parole}
              labelVisible
              value={form.testo}
              maxLength={200}
              onSearch={(text) => onChange({ testo: text })}
            />
          </div>
          {(['da', 'a'] as const).map((end) => (
            <Field
              key={end}
              label={end === 'da' ? testi.dalla : testi.alla}
              inputMode="numeric"
              value={form[end]}
              maxLength={6}
              error={error(end)}
              onChange={(e) => onChange({ [end]: e.currentTarget.value })}
            />
          ))}
        </div>
        <Switch checked={form.preferite} onChange={(e) => onChange({ preferite: e.currentTarget.checked })}>
          {testi.preferite}
        </Switch>
        <Muted small role="status">
          {total === null ? testi.solo_con_chiave : `${testi.restano(total)} ${testi.solo_con_chiave}`}
        </Muted>
      </Stack>
    </Card>
  )
}
