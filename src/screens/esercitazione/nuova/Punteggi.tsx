import { nuovaProva as testi } from '../../../text/nuova-prova.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card, Muted, Row, Stack } from '../../../ui/base.tsx'
import { Field, FieldError, Switch } from '../../../ui/Field.tsx'
import { IconDelete, IconPlus } from '../../../ui/icone.ts'
import { Segmented } from '../../../ui/Segmented.tsx'
import { type Modulo, nuovaSezione, type SezioneModulo } from './modulo.ts'
import css from './nuova.module.css'
import { SceltaModello } from './SceltaModello.tsx'

/** Most sections of one's own. */
const SEZIONI_MASSIME = 8

type Props = { modulo: Modulo; onCambia: (parte: Partial<Modulo>) => void }

/** What an answer is worth, thresholds, and what may be done during the trial [CT3]. */
export function Punteggi({ modulo, totale, errore, onCambia }: Props & { totale: number; errore: string | null }) {
  const { origine, numeri } = modulo
  return (
    <Card aria-labelledby="nuova-punteggi">
      <Stack>
        <h2 id="nuova-punteggi">{testi.punteggi}</h2>
        <Segmented
          legenda={testi.come}
          opzioni={(['numeri', 'modello', 'sezioni'] as const).map((valore) => ({
            valore,
            testo: testi.origini[valore],
          }))}
          valore={origine}
          onScegli={(scelta) =>
            onCambia({
              origine: scelta,
              ...(scelta === 'sezioni' &&
                modulo.sezioni.length === 0 && { sezioni: [1, 2].map((i) => nuovaSezione(testi.sezione_n(i))) }),
            })
          }
        />
        {origine === 'numeri' && (
          <>
            <Punti
              sezione={numeri}
              soglia={testi.soglia_totale}
              onCambia={(p) => onCambia({ numeri: { ...numeri, ...p } })}
            />
            <Muted piccolo>{testi.punti_aiuto}</Muted>
          </>
        )}
        {origine === 'modello' && <SceltaModello modulo={modulo} totale={totale} onCambia={onCambia} />}
        {origine === 'sezioni' && <Sezioni modulo={modulo} onCambia={onCambia} />}
        <FieldError testo={errore} />
        <div>
          <Switch checked={modulo.pausa} onChange={(e) => onCambia({ pausa: e.currentTarget.checked })}>
            {testi.pausa}
          </Switch>
          <Switch checked={modulo.solo_avanti} onChange={(e) => onCambia({ solo_avanti: e.currentTarget.checked })}>
            {testi.solo_avanti}
          </Switch>
          <Switch
            checked={modulo.senza_correzioni}
            onChange={(e) => onCambia({ senza_correzioni: e.currentTarget.checked })}
          >
            {testi.senza_correzioni}
          </Switch>
        </div>
      </Stack>
    </Card>
  )
}

const NOMI = ['corretta', 'sbagliata', 'omessa'] as const

const Punti = ({
  sezione,
  soglia,
  onCambia,
}: {
  sezione: SezioneModulo
  soglia: string
  onCambia: (parte: Partial<SezioneModulo>) => void
}) => (
  <div className={css.punti}>
    {NOMI.map((nome) => (
      <Field
        key={nome}
        etichetta={testi[nome]}
        inputMode="text"
        value={sezione[nome]}
        maxLength={12}
        onChange={(e) => onCambia({ [nome]: e.currentTarget.value })}
      />
    ))}
    <Field
      etichetta={soglia}
      value={sezione.soglia}
      maxLength={12}
      onChange={(e) => onCambia({ soglia: e.currentTarget.value })}
    />
  </div>
)

/** Sections of one's own, each with its points and its threshold, and a threshold for the whole. */
function Sezioni({ modulo, onCambia }: Props) {
  const { sezioni, numeri } = modulo
  const put = (i: number, parte: Partial<SezioneModulo>) =>
    onCambia({ sezioni: sezioni.map((s, k) => (k === i ? { ...s, ...parte } : s)) })
  return (
    <>
      {sezioni.map((s, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a section is its place
        <fieldset key={i} className={css.unaSezione}>
          <legend className={css.legenda}>{testi.sezione_n(i + 1)}</legend>
          <Row className={css.nome}>
            <Field
              etichetta={testi.sezione_nome}
              value={s.nome}
              maxLength={60}
              onChange={(e) => put(i, { nome: e.currentTarget.value || testi.sezione_n(i + 1) })}
            />
            {sezioni.length > 1 && (
              <Button
                variante="fantasma"
                quadrato
                etichetta={testi.togli_sezione(s.nome)}
                icona={<IconDelete size={20} />}
                onClick={() => onCambia({ sezioni: sezioni.filter((_, k) => k !== i), sezioneDi: {} })}
              />
            )}
          </Row>
          <Punti sezione={s} soglia={testi.soglia_sezione} onCambia={(p) => put(i, p)} />
        </fieldset>
      ))}
      <Row a_capo>
        {sezioni.length < SEZIONI_MASSIME && (
          <Button
            misura="sm"
            icona={<IconPlus size={16} />}
            onClick={() => onCambia({ sezioni: [...sezioni, nuovaSezione(testi.sezione_n(sezioni.length + 1))] })}
          >
            {testi.aggiungi_sezione}
          </Button>
        )}
      </Row>
      <Field
        etichetta={testi.soglia_totale}
        value={numeri.soglia}
        maxLength={12}
        onChange={(e) => onCambia({ numeri: { ...numeri, soglia: e.currentTarget.value } })}
      />
      <Muted piccolo>{testi.punti_aiuto}</Muted>
    </>
  )
}
