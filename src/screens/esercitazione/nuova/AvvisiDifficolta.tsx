import { nuovaProvaText as testi } from '../../../features/prove/nuova-text.ts'
import { Band } from '../../../ui/base.tsx'
import { Switch } from '../../../ui/Field.tsx'
import { IconInfo } from '../../../ui/icons.ts'
import { type Difficolta, sommaQuote } from './difficolta.ts'
import type { Modulo } from './modulo.ts'

/** What becomes of the difficulty that the rules look at: drawn as written, or told why it is not and what happens instead. */
export function AvvisiDifficolta({
  modulo,
  difficolta,
  onCambia,
}: {
  modulo: Modulo
  difficolta: Difficolta
  onCambia: (parte: Partial<Modulo>) => void
}) {
  const { uso, senza, ignote, quote } = difficolta
  const avvisi = [
    ...(senza ? [testi.difficolta_assente(uso.quote)] : []),
    ...(ignote > 0 ? [testi.difficolta_ignota(ignote)] : []),
  ]
  return (
    <>
      {uso.quote && !senza && (
        <Switch checked={!modulo.senza_quote} onChange={(e) => onCambia({ senza_quote: !e.currentTarget.checked })}>
          {testi.segui_quote(sommaQuote(quote))}
        </Switch>
      )}
      {avvisi.map((a) => (
        <Band key={a} icon={<IconInfo size={20} />}>
          {a}
        </Band>
      ))}
    </>
  )
}
