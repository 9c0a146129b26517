import { nuovaProvaText } from '../../../../features/prove/nuova-text.ts'
import { fullRegoleText as testi } from '../../../../text/regole.ts'
import { Muted } from '../../../../ui/base.tsx'
import { Field, FieldError } from '../../../../ui/Field.tsx'
import { Segmented } from '../../../../ui/Segmented.tsx'
import { type DifettoRegole, fraseDi } from './difetti.ts'
import css from './regole.module.css'
import type { PuntiModulo, Tre } from './scritte.ts'

const NOMI = ['corretta', 'sbagliata', 'omessa'] as const
const TIPI = ['fissi', 'per_difficolta', 'per_risposta'] as const

/** What a right, a wrong and a blank answer are worth: the same for all, by difficulty, or as each answer says. */
export function PuntiEditor({
  legenda,
  punti,
  campo,
  difetti,
  onCambia,
}: {
  legenda: string
  punti: PuntiModulo
  /** Where they stand in the document, for what is wrong there. */
  campo: string
  difetti: readonly DifettoRegole[]
  onCambia: (punti: PuntiModulo) => void
}) {
  const { tipo } = punti
  const frase = (nome: string) => fraseDi(difetti, `${campo}.${nome}`)
  const uno = (nome: (typeof NOMI)[number]) => (
    <Field
      key={nome}
      label={nuovaProvaText[nome]}
      value={punti[nome][0]}
      maxLength={12}
      error={frase(nome)}
      onChange={(e) => {
        const v = e.currentTarget.value
        onCambia({ ...punti, [nome]: [v, v, v] })
      }}
    />
  )
  return (
    <div className={css.blocco}>
      <Segmented
        legend={legenda}
        options={TIPI.map((value) => ({ value, text: testi.punti_tipi[value] }))}
        value={tipo}
        onSelect={(scelto) => onCambia(scelto === 'fissi' ? mediani(punti) : { ...punti, tipo: scelto })}
      />
      {tipo === 'fissi' && <div className={css.tre}>{NOMI.map(uno)}</div>}
      {tipo === 'per_risposta' && (
        <>
          <Muted small>{testi.punti_per_risposta}</Muted>
          <div className={css.tre}>{uno('omessa')}</div>
        </>
      )}
      {tipo === 'per_difficolta' && (
        <>
          {NOMI.map((nome) => (
            <TreValori
              key={nome}
              legenda={nuovaProvaText[nome]}
              nomi={testi.difficolta}
              valori={punti[nome]}
              errore={frase(nome)}
              onCambia={(valori) => onCambia({ ...punti, [nome]: valori })}
            />
          ))}
          <Muted small>{testi.punti_per_difficolta}</Muted>
        </>
      )}
    </div>
  )
}

/** What a medium one was worth becomes the worth of all. */
const mediani = ({ corretta, sbagliata, omessa }: PuntiModulo): PuntiModulo => {
  const tutti = ([, media]: Tre): Tre => [media, media, media]
  return { tipo: 'fissi', corretta: tutti(corretta), sbagliata: tutti(sbagliata), omessa: tutti(omessa) }
}

/** Easy, medium and hard side by side, under one name. */
export const TreValori = ({
  legenda,
  nomi,
  valori,
  errore,
  interi = false,
  onCambia,
}: {
  legenda: string
  nomi: readonly string[]
  valori: Tre
  errore: string | null
  interi?: boolean
  onCambia: (valori: Tre) => void
}) => (
  <fieldset>
    <legend className={css.legenda}>{legenda}</legend>
    <div className={css.tre}>
      {valori.map((valore, i) => (
        <Field
          // biome-ignore lint/suspicious/noArrayIndexKey: a difficulty is its place
          key={i}
          label={nomi[i] ?? ''}
          aria-label={testi.di(legenda, nomi[i] ?? '')}
          value={valore}
          maxLength={12}
          {...(interi && { inputMode: 'numeric' as const })}
          aria-invalid={errore !== null || undefined}
          onChange={(e) => {
            const nuovi = valori.map((v, k) => (k === i ? e.currentTarget.value : v))
            onCambia(nuovi as unknown as Tre)
          }}
        />
      ))}
    </div>
    <FieldError text={errore} />
  </fieldset>
)
