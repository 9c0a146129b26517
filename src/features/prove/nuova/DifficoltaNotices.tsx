import { Band } from '../../../ui/base.tsx'
import { Switch } from '../../../ui/Field.tsx'
import { IconInfo } from '../../../ui/icons.ts'
import { nuovaProvaText as testi } from '../nuova-text.ts'
import { type Difficolta, sumQuotas } from './difficolta.ts'
import type { FormState } from './form-state.ts'

/** Notice of the difficulty in the rules, drawn as written, or else with the reason and the replacement. */
export function DifficoltaNotices({
  form,
  difficolta,
  onChange,
}: {
  form: FormState
  difficolta: Difficolta
  onChange: (part: Partial<FormState>) => void
}) {
  const { uso: usage, senza: missing, ignote: unknown, quote: quotas } = difficolta
  const notices = [
    ...(missing ? [testi.difficolta_assente(usage.quote)] : []),
    ...(unknown > 0 ? [testi.difficolta_ignota(unknown)] : []),
  ]
  return (
    <>
      {usage.quote && !missing && (
        <Switch checked={!form.senza_quote} onChange={(e) => onChange({ senza_quote: !e.currentTarget.checked })}>
          {testi.segui_quote(sumQuotas(quotas))}
        </Switch>
      )}
      {notices.map((a) => (
        <Band key={a} icon={<IconInfo size={20} />}>
          {a}
        </Band>
      ))}
    </>
  )
}
