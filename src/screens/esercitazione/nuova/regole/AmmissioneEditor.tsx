import { fullRegoleText as testi } from '../../../../text/regole.ts'
import { Field, Switch } from '../../../../ui/Field.tsx'
import { Segmented } from '../../../../ui/Segmented.tsx'
import { type DifettoRegole, fraseDi } from './difetti.ts'
import css from './regole.module.css'
import type { RegoleModulo } from './scritte.ts'

/** Who is admitted: thresholds, and the first so many with who ties. */
export function AmmissioneEditor({
  regole: r,
  difetti,
  onCambia,
}: {
  regole: RegoleModulo
  difetti: readonly DifettoRegole[]
  onCambia: (parte: Partial<RegoleModulo>) => void
}) {
  const frase = (nome: string) => fraseDi(difetti, `ammissione.${nome}`)
  const campo = (nome: 'minimo' | 'minimo_per_sezione' | 'primi' | 'posti' | 'multiplo', errore: string | null) => (
    <Field
      label={testi[nome]}
      value={r[nome]}
      maxLength={12}
      error={errore}
      onChange={(e) => onCambia({ [nome]: e.currentTarget.value })}
    />
  )
  return (
    <>
      <div className={css.due}>
        {campo('minimo', frase('minimo'))}
        {r.sezioni.length > 0 && campo('minimo_per_sezione', frase('minimo_per_sezione'))}
      </div>
      <Segmented
        legend={testi.graduatoria}
        options={(['nessuna', 'primi', 'posti'] as const).map((value) => ({
          value,
          text: testi.graduatorie[value],
        }))}
        value={r.graduatoria}
        onSelect={(graduatoria) => onCambia({ graduatoria })}
      />
      {r.graduatoria === 'primi' && <div className={css.due}>{campo('primi', frase('primi'))}</div>}
      {r.graduatoria === 'posti' && (
        <div className={css.due}>
          {campo('posti', frase('posti') ?? frase('primi'))}
          {campo('multiplo', null)}
        </div>
      )}
      {r.graduatoria !== 'nessuna' && (
        <Switch checked={r.pari_merito} onChange={(e) => onCambia({ pari_merito: e.currentTarget.checked })}>
          {testi.pari_merito}
        </Switch>
      )}
    </>
  )
}
