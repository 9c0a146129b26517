import { fullRegoleText as testi } from '../../../../text/regole.ts'
import { Muted } from '../../../../ui/base.tsx'
import { Field, FieldError } from '../../../../ui/Field.tsx'
import { Segmented } from '../../../../ui/Segmented.tsx'
import { nuovaProvaText } from '../../nuova-text.ts'
import css from './regole.module.css'
import { problemTextOf, type RegoleProblem } from './regole-problems.ts'
import type { Three, TypedPunti } from './typed-regole.ts'

const NAMES = ['corretta', 'sbagliata', 'omessa'] as const
const TYPES = ['fissi', 'per_difficolta', 'per_risposta'] as const

/** Fields of the points of a right, a wrong and a blank answer, in common, by difficulty, or by answer. */
export function PuntiEditor({
  legend,
  punti,
  campo: field,
  problems,
  onChange,
}: {
  legend: string
  punti: TypedPunti
  /** Path of the points in the document, for the problems there. */
  campo: string
  problems: readonly RegoleProblem[]
  onChange: (punti: TypedPunti) => void
}) {
  const { tipo } = punti
  const message = (name: string) => problemTextOf(problems, `${field}.${name}`)
  const one = (name: (typeof NAMES)[number]) => (
    <Field
      key={name}
      label={nuovaProvaText[name]}
      value={punti[name][0]}
      maxLength={12}
      error={message(name)}
      onChange={(e) => {
        const v = e.currentTarget.value
        onChange({ ...punti, [name]: [v, v, v] })
      }}
    />
  )
  return (
    <div className={css.blocco}>
      <Segmented
        legend={legend}
        options={TYPES.map((value) => ({ value, text: testi.punti_tipi[value] }))}
        value={tipo}
        onSelect={(selected) => onChange(selected === 'fissi' ? middle(punti) : { ...punti, tipo: selected })}
      />
      {tipo === 'fissi' && <div className={css.tre}>{NAMES.map(one)}</div>}
      {tipo === 'per_risposta' && (
        <>
          <Muted small>{testi.punti_per_risposta}</Muted>
          <div className={css.tre}>{one('omessa')}</div>
        </>
      )}
      {tipo === 'per_difficolta' && (
        <>
          {NAMES.map((name) => (
            <ThreeValues
              key={name}
              legend={nuovaProvaText[name]}
              names={testi.difficolta}
              values={punti[name]}
              error={message(name)}
              onChange={(values) => onChange({ ...punti, [name]: values })}
            />
          ))}
          <Muted small>{testi.punti_per_difficolta}</Muted>
        </>
      )}
    </div>
  )
}

/** Gives every difficulty the points of the medium one. */
const middle = ({ corretta, sbagliata, omessa }: TypedPunti): TypedPunti => {
  const all = ([, media]: Three): Three => [media, media, media]
  return { tipo: 'fissi', corretta: all(corretta), sbagliata: all(sbagliata), omessa: all(omessa) }
}

/** Three fields for easy, medium and hard side by side, under one name. */
export const ThreeValues = ({
  legend,
  names,
  values,
  error,
  whole = false,
  onChange,
}: {
  legend: string
  names: readonly string[]
  values: Three
  error: string | null
  whole?: boolean
  onChange: (values: Three) => void
}) => (
  <fieldset>
    <legend className={css.legenda}>{legend}</legend>
    <div className={css.tre}>
      {values.map((value, i) => (
        <Field
          // biome-ignore lint/suspicious/noArrayIndexKey: a difficulty is its place
          key={i}
          label={names[i] ?? ''}
          aria-label={testi.di(legend, names[i] ?? '')}
          value={value}
          maxLength={12}
          {...(whole && { inputMode: 'numeric' as const })}
          aria-invalid={error !== null || undefined}
          onChange={(e) => {
            const typed = (place: number) => (place === i ? e.currentTarget.value : (values[place] ?? ''))
            onChange([typed(0), typed(1), typed(2)])
          }}
        />
      ))}
    </div>
    <FieldError text={error} />
  </fieldset>
)
