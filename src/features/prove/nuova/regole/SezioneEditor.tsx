import { fullRegoleText as testi } from '../../../../text/regole.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Muted, Row } from '../../../../ui/base.tsx'
import { Field, Switch } from '../../../../ui/Field.tsx'
import { IconDelete } from '../../../../ui/icons.ts'
import { Segmented } from '../../../../ui/Segmented.tsx'
import { nuovaProvaText } from '../../nuova-text.ts'
import { PuntiEditor, ThreeValues } from './PuntiEditor.tsx'
import css from './regole.module.css'
import { problemTextOf, type RegoleProblem } from './regole-problems.ts'
import type { TypedPunti, TypedSezione } from './typed-regole.ts'

/** Fields of a section, for its name, number of questions, difficulty, points, threshold and time. */
export function SezioneEditor({
  sezione: s,
  place,
  common,
  assigned,
  problems,
  onChange,
  onRemove,
}: {
  sezione: TypedSezione
  place: number
  /** Points of a section without its own. */
  common: TypedPunti
  /** Questions that its subjects give the section now. */
  assigned: number
  problems: readonly RegoleProblem[]
  onChange: (part: Partial<TypedSezione>) => void
  onRemove: () => void
}) {
  const field = `sezioni[${place}]`
  const message = (name: string) => problemTextOf(problems, `${field}.${name}`)
  const name = s.nome.trim() || nuovaProvaText.sezione_n(place + 1)
  return (
    <fieldset className={css.sezione}>
      <legend className={css.legenda}>{name}</legend>
      <Row className={css.nome}>
        <Field
          label={nuovaProvaText.sezione_nome}
          placeholder={nuovaProvaText.sezione_n(place + 1)}
          value={s.nome}
          maxLength={60}
          onChange={(e) => onChange({ nome: e.currentTarget.value })}
        />
        <Button
          variant="fantasma"
          iconOnly
          label={nuovaProvaText.togli_sezione(name)}
          icon={<IconDelete size={20} />}
          onClick={onRemove}
        />
      </Row>
      <SezioneFields sezione={s} assigned={assigned} message={message} onChange={onChange} />
      <Segmented
        legend={testi.sezione_punti}
        options={(['comuni', 'suoi'] as const).map((value) => ({ value, text: testi.sezione_punti_voci[value] }))}
        value={s.punti ? 'suoi' : 'comuni'}
        onSelect={(given) => onChange({ punti: given === 'suoi' ? common : null })}
      />
      {s.punti && (
        <PuntiEditor
          legend={testi.punti_tipo}
          punti={s.punti}
          campo={`${field}.punti`}
          problems={problems}
          onChange={(punti) => onChange({ punti })}
        />
      )}
      <Switch
        checked={s.quote !== null}
        onChange={(e) => onChange({ quote: e.currentTarget.checked ? ['', '', ''] : null })}
      >
        {testi.sezione_quote}
      </Switch>
      {s.quote && s.domande.trim() === '' && <Muted small>{testi.sezione_quote_aiuto}</Muted>}
      {s.quote && (
        <ThreeValues
          legend={testi.sezione_quote}
          names={testi.quote}
          values={s.quote}
          whole
          error={message('quote_difficolta')}
          onChange={(quotas) => onChange({ quote: quotas })}
        />
      )}
    </fieldset>
  )
}

function SezioneFields({
  sezione: s,
  assigned,
  message,
  onChange,
}: {
  sezione: TypedSezione
  assigned: number
  message: (name: string) => string | null
  onChange: (part: Partial<TypedSezione>) => void
}) {
  const bind = (name: 'domande' | 'tempo' | 'soglia', problem: string, maxLength: number) => ({
    value: s[name],
    maxLength,
    error: message(problem),
    onChange: (e: { currentTarget: { value: string } }) => onChange({ [name]: e.currentTarget.value }),
  })
  return (
    <div className={css.due}>
      <Field
        label={testi.sezione_domande}
        inputMode="numeric"
        help={testi.sezione_assegnate(assigned)}
        {...bind('domande', 'domande', 5)}
      />
      <Field label={testi.sezione_tempo} {...bind('tempo', 'durata', 8)} />
      <Field label={nuovaProvaText.soglia_sezione} {...bind('soglia', 'sbarramento', 12)} />
    </div>
  )
}
