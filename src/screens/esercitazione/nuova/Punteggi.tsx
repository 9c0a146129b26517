import { nuovaProvaText as testi } from '../../../features/prove/nuova-text.ts'
import { Card, Muted, Stack } from '../../../ui/base.tsx'
import { Field, FieldError, Switch } from '../../../ui/Field.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import type { Disponibile, Modulo, NumeriModulo } from './modulo.ts'
import css from './nuova.module.css'
import { apriComplete } from './regole/documento.ts'
import { RegoleComplete } from './regole/RegoleComplete.tsx'
import { REGOLE_VUOTE } from './regole/scritte.ts'
import { SceltaModello } from './SceltaModello.tsx'

type Props = { modulo: Modulo; onCambia: (parte: Partial<Modulo>) => void }

/** What an answer is worth, thresholds, and what may be done during the trial [CT3]. */
export function Punteggi({
  modulo,
  disponibili,
  errore,
  onCambia,
}: Props & { disponibili: readonly Disponibile[]; errore: string | null }) {
  const { origine, numeri } = modulo
  const modifica = () => onCambia(apriComplete(modulo, disponibili))
  // The first time the full rules open on those that were in force.
  const apri = () => (modulo.regole === REGOLE_VUOTE ? modifica() : onCambia({ origine: 'complete' }))
  return (
    <Card aria-labelledby="nuova-punteggi">
      <Stack>
        <h2 id="nuova-punteggi">{testi.punteggi}</h2>
        <Segmented
          legend={testi.come}
          options={(['numeri', 'modello', 'complete'] as const).map((value) => ({
            value,
            text: testi.origini[value],
          }))}
          value={origine}
          onSelect={(scelta) => (scelta === 'complete' ? apri() : onCambia({ origine: scelta }))}
        />
        {origine === 'numeri' && (
          <>
            <Punti
              numeri={numeri}
              soglia={testi.soglia_totale}
              onCambia={(p) => onCambia({ numeri: { ...numeri, ...p } })}
            />
            <Muted small>{testi.punti_aiuto}</Muted>
          </>
        )}
        {origine === 'modello' && (
          <SceltaModello modulo={modulo} disponibili={disponibili} onCambia={onCambia} onModifica={modifica} />
        )}
        {origine === 'complete' && <RegoleComplete modulo={modulo} disponibili={disponibili} onCambia={onCambia} />}
        <FieldError text={errore} />
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
  numeri,
  soglia,
  onCambia,
}: {
  numeri: NumeriModulo
  soglia: string
  onCambia: (parte: Partial<NumeriModulo>) => void
}) => (
  <div className={css.punti}>
    {NOMI.map((nome) => (
      <Field
        key={nome}
        label={testi[nome]}
        inputMode="text"
        value={numeri[nome]}
        maxLength={12}
        onChange={(e) => onCambia({ [nome]: e.currentTarget.value })}
      />
    ))}
    <Field
      label={soglia}
      value={numeri.soglia}
      maxLength={12}
      onChange={(e) => onCambia({ soglia: e.currentTarget.value })}
    />
  </div>
)
