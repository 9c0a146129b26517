import { nuovaProvaText } from '../../../../features/prove/nuova-text.ts'
import { fullRegoleText as testi } from '../../../../text/regole.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Muted, Row } from '../../../../ui/base.tsx'
import { Field, Switch } from '../../../../ui/Field.tsx'
import { IconDelete } from '../../../../ui/icons.ts'
import { Segmented } from '../../../../ui/Segmented.tsx'
import { type DifettoRegole, fraseDi } from './difetti.ts'
import { PuntiEditor, TreValori } from './PuntiEditor.tsx'
import css from './regole.module.css'
import type { PuntiModulo, SezioneRegole } from './scritte.ts'

/** One section: its name, how many questions and how hard, its points, its threshold, its time. */
export function SezioneEditor({
  sezione: s,
  posto,
  comuni,
  assegnate,
  difetti,
  onCambia,
  onTogli,
}: {
  sezione: SezioneRegole
  posto: number
  /** Points of who says nothing. */
  comuni: PuntiModulo
  /** Questions that its subjects give it now. */
  assegnate: number
  difetti: readonly DifettoRegole[]
  onCambia: (parte: Partial<SezioneRegole>) => void
  onTogli: () => void
}) {
  const campo = `sezioni[${posto}]`
  const frase = (nome: string) => fraseDi(difetti, `${campo}.${nome}`)
  const nome = s.nome.trim() || nuovaProvaText.sezione_n(posto + 1)
  return (
    <fieldset className={css.sezione}>
      <legend className={css.legenda}>{nome}</legend>
      <Row className={css.nome}>
        <Field
          label={nuovaProvaText.sezione_nome}
          placeholder={nuovaProvaText.sezione_n(posto + 1)}
          value={s.nome}
          maxLength={60}
          onChange={(e) => onCambia({ nome: e.currentTarget.value })}
        />
        <Button
          variant="fantasma"
          iconOnly
          label={nuovaProvaText.togli_sezione(nome)}
          icon={<IconDelete size={20} />}
          onClick={onTogli}
        />
      </Row>
      <div className={css.due}>
        <Field
          label={testi.sezione_domande}
          inputMode="numeric"
          value={s.domande}
          maxLength={5}
          error={frase('domande')}
          help={testi.sezione_assegnate(assegnate)}
          onChange={(e) => onCambia({ domande: e.currentTarget.value })}
        />
        <Field
          label={testi.sezione_tempo}
          value={s.tempo}
          maxLength={8}
          error={frase('durata')}
          onChange={(e) => onCambia({ tempo: e.currentTarget.value })}
        />
        <Field
          label={nuovaProvaText.soglia_sezione}
          value={s.soglia}
          maxLength={12}
          error={frase('sbarramento')}
          onChange={(e) => onCambia({ soglia: e.currentTarget.value })}
        />
      </div>
      <Segmented
        legend={testi.sezione_punti}
        options={(['comuni', 'suoi'] as const).map((value) => ({ value, text: testi.sezione_punti_voci[value] }))}
        value={s.punti ? 'suoi' : 'comuni'}
        onSelect={(scelta) => onCambia({ punti: scelta === 'suoi' ? comuni : null })}
      />
      {s.punti && (
        <PuntiEditor
          legenda={testi.punti_tipo}
          punti={s.punti}
          campo={`${campo}.punti`}
          difetti={difetti}
          onCambia={(punti) => onCambia({ punti })}
        />
      )}
      <Switch
        checked={s.quote !== null}
        onChange={(e) => onCambia({ quote: e.currentTarget.checked ? ['', '', ''] : null })}
      >
        {testi.sezione_quote}
      </Switch>
      {s.quote && s.domande.trim() === '' && <Muted small>{testi.sezione_quote_aiuto}</Muted>}
      {s.quote && (
        <TreValori
          legenda={testi.sezione_quote}
          nomi={testi.quote}
          valori={s.quote}
          interi
          errore={frase('quote_difficolta')}
          onCambia={(quote) => onCambia({ quote })}
        />
      )}
    </fieldset>
  )
}
