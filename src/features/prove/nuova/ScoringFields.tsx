import { rulesOf } from '../../../text/previsione.ts'
import { fullRegoleText } from '../../../text/regole.ts'
import { Card, Muted, Stack } from '../../../ui/base.tsx'
import { CardHead } from '../../../ui/CardHead.tsx'
import { Field, FieldError, Switch } from '../../../ui/Field.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { nuovaProvaText as testi } from '../nuova-text.ts'
import type { AvailableMateria, FormNumbers, FormState } from './form-state.ts'
import { ModelloPicker } from './ModelloPicker.tsx'
import css from './nuova.module.css'
import { openFullRegole } from './regole/document.ts'
import { RegoleEditor } from './regole/RegoleEditor.tsx'
import { EMPTY_REGOLE } from './regole/typed-regole.ts'

type Props = { form: FormState; onChange: (part: Partial<FormState>) => void }

/** Points of an answer, thresholds, and permissions during the trial [CT3]. */
export function ScoringFields({
  form,
  available,
  source,
  error,
  onChange,
}: Props & {
  available: readonly AvailableMateria[]
  /** Source of the rules behind the three scores; null for the person's own. */
  source: string | null
  error: string | null
}) {
  const { origine: origin, numeri: numbers } = form
  const edit = () => onChange(openFullRegole(form, available))
  // Open the full rules the first time on those in force.
  const openDialog = () => (form.regole === EMPTY_REGOLE ? edit() : onChange({ origine: 'complete' }))
  return (
    <Card aria-labelledby="nuova-punteggi">
      <Stack>
        {source === null ? (
          <h2 id="nuova-punteggi">{testi.punteggi}</h2>
        ) : (
          <CardHead id="nuova-punteggi" title={testi.punteggi} text={`${rulesOf(source)}.`} />
        )}
        <Segmented
          legend={testi.come}
          options={(['numeri', 'modello', 'complete'] as const).map((value) => ({
            value,
            text: testi.origini[value],
          }))}
          value={origin}
          onSelect={(given) => (given === 'complete' ? openDialog() : onChange({ origine: given }))}
        />
        {origin === 'numeri' && (
          <>
            <PointsFields
              numbers={numbers}
              soglia={testi.soglia_totale}
              onChange={(p) => onChange({ numeri: { ...numbers, ...p } })}
            />
            <Muted small>{testi.punti_aiuto}</Muted>
          </>
        )}
        {origin === 'modello' && <ModelloPicker form={form} available={available} onChange={onChange} onEdit={edit} />}
        {origin === 'complete' && <RegoleEditor form={form} available={available} onChange={onChange} />}
        <FieldError text={error} />
        <div>
          <Switch checked={form.pausa} onChange={(e) => onChange({ pausa: e.currentTarget.checked })}>
            {testi.pausa}
          </Switch>
          <Switch checked={form.solo_avanti} onChange={(e) => onChange({ solo_avanti: e.currentTarget.checked })}>
            {testi.solo_avanti}
          </Switch>
          {!form.foglio && (
            <Switch
              checked={form.senza_correzioni}
              onChange={(e) => onChange({ senza_correzioni: e.currentTarget.checked })}
            >
              {testi.senza_correzioni}
            </Switch>
          )}
          <Switch checked={form.foglio} onChange={(e) => onChange({ foglio: e.currentTarget.checked })}>
            {testi.foglio}
          </Switch>
        </div>
        {form.foglio && <Muted small>{testi.foglio_aiuto}</Muted>}
        {form.foglio && origin === 'numeri' && (
          <Segmented
            legend={fullRegoleText.multipla}
            options={(['omessa', 'sbagliata'] as const).map((value) => ({
              value,
              text: fullRegoleText.multiple[value],
            }))}
            value={form.multipla}
            onSelect={(multipla) => onChange({ multipla })}
          />
        )}
      </Stack>
    </Card>
  )
}

const NAMES = ['corretta', 'sbagliata', 'omessa'] as const

const PointsFields = ({
  numbers,
  soglia,
  onChange,
}: {
  numbers: FormNumbers
  soglia: string
  onChange: (part: Partial<FormNumbers>) => void
}) => (
  <div className={css.punti}>
    {NAMES.map((name) => (
      <Field
        key={name}
        label={testi[name]}
        inputMode="text"
        value={numbers[name]}
        maxLength={12}
        onChange={(e) => onChange({ [name]: e.currentTarget.value })}
      />
    ))}
    <Field
      label={soglia}
      value={numbers.soglia}
      maxLength={12}
      onChange={(e) => onChange({ soglia: e.currentTarget.value })}
    />
  </div>
)
