import { fullRegoleText as testi } from '../../../../text/regole.ts'
import { Field, Switch } from '../../../../ui/Field.tsx'
import { Segmented } from '../../../../ui/Segmented.tsx'
import css from './regole.module.css'
import { problemTextOf, type RegoleProblem } from './regole-problems.ts'
import type { TypedRegole } from './typed-regole.ts'

/** Fields of the admission, thresholds and the first so many with ties. */
export function AmmissioneEditor({
  regole: r,
  problems,
  onChange,
}: {
  regole: TypedRegole
  problems: readonly RegoleProblem[]
  onChange: (part: Partial<TypedRegole>) => void
}) {
  const message = (name: string) => problemTextOf(problems, `ammissione.${name}`)
  const field = (name: 'minimo' | 'minimo_per_sezione' | 'primi' | 'posti' | 'multiplo', error: string | null) => (
    <Field
      label={testi[name]}
      value={r[name]}
      maxLength={12}
      error={error}
      onChange={(e) => onChange({ [name]: e.currentTarget.value })}
    />
  )
  return (
    <>
      <div className={css.due}>
        {field('minimo', message('minimo'))}
        {r.sezioni.length > 0 && field('minimo_per_sezione', message('minimo_per_sezione'))}
      </div>
      <Segmented
        legend={testi.graduatoria}
        options={(['nessuna', 'primi', 'posti'] as const).map((value) => ({
          value,
          text: testi.graduatorie[value],
        }))}
        value={r.graduatoria}
        onSelect={(graduatoria) => onChange({ graduatoria })}
      />
      {r.graduatoria === 'primi' && <div className={css.due}>{field('primi', message('primi'))}</div>}
      {r.graduatoria === 'posti' && (
        <div className={css.due}>
          {field('posti', message('posti') ?? message('primi'))}
          {field('multiplo', null)}
        </div>
      )}
      {r.graduatoria !== 'nessuna' && (
        <Switch checked={r.pari_merito} onChange={(e) => onChange({ pari_merito: e.currentTarget.checked })}>
          {testi.pari_merito}
        </Switch>
      )}
    </>
  )
}
