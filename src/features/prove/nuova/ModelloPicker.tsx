import { useState } from 'react'
import { withoutDifficolta } from '#rules/regolamento/difficolta'
import { readRegolamento } from '#rules/regolamento/read'
import { scoringLines } from '../../../text/regolamento-lines.ts'
import { fullRegoleText } from '../../../text/regole.ts'
import { Button } from '../../../ui/Button.tsx'
import { Band, Muted, Row, Stack } from '../../../ui/base.tsx'
import { IconInfo } from '../../../ui/icons.ts'
import { nuovaProvaText as testi } from '../nuova-text.ts'
import { DifficoltaNotices } from './DifficoltaNotices.tsx'
import { settleDifficolta } from './difficolta.ts'
import { type AvailableMateria, type FormState, modelloOf, regoleDuration, totalQuotas } from './form-state.ts'
import { ModelliDialog } from './ModelliDialog.tsx'
import css from './nuova.module.css'

/** Rules of a real competition, with its name, its source and the gaps of the source. */
export function ModelloPicker({
  form,
  available,
  onChange,
  onEdit,
}: {
  form: FormState
  available: readonly AvailableMateria[]
  onChange: (part: Partial<FormState>) => void
  /** Copies these rules into the person's own, to be changed. */
  onEdit: () => void
}) {
  const [aperta, setAperta] = useState(false)
  const modello = modelloOf(form.modello)
  if (!modello) return null
  const total = totalQuotas(form, available)
  const difficolta = settleDifficolta(form, modello.regole, available)
  const parsed = readRegolamento(difficolta.senza ? withoutDifficolta(modello.regole) : modello.regole)
  const { base, massimo: max, ammissione } = modello.regole
  const withThreshold = base !== undefined || max !== undefined || ammissione?.minimo !== undefined
  const isPartial = withThreshold && total > 0 && total !== modello.numero_domande
  const warnings = [
    ...(modello.non_indicati ?? []).map((which) => testi.non_indicati[which]),
    ...(regoleDuration(modello.regole) === null ? [testi.senza_tempo] : []),
  ]
  return (
    <Stack>
      <div className={css.modello}>
        <b>{modello.nome}</b>
        <Muted small>{testi.fonte(modello.fonte)}</Muted>
        {parsed.ok &&
          scoringLines(parsed.regolamento).map((row) => (
            <Muted small key={row}>
              {row}
            </Muted>
          ))}
        <Muted small>
          {testi.modello_domande(modello.numero_domande)}
          {isPartial && ` ${testi.proporzione(total)}`}
        </Muted>
        {modello.regole.ammissione?.primi !== undefined || modello.regole.ammissione?.posti !== undefined ? (
          <Muted small>{testi.non_graduatoria}</Muted>
        ) : null}
        <Row wrap>
          <Button size="sm" aria-haspopup="dialog" onClick={() => setAperta(true)}>
            {testi.scegli_modello}
          </Button>
          <Button size="sm" variant="fantasma" onClick={onEdit}>
            {fullRegoleText.modifica}
          </Button>
        </Row>
      </div>
      <DifficoltaNotices form={form} difficolta={difficolta} onChange={onChange} />
      {warnings.map((a) => (
        <Band key={a} icon={<IconInfo size={20} />}>
          {a}
        </Band>
      ))}
      {aperta && (
        <ModelliDialog
          selected={modello.id}
          onSelect={(m) => onChange({ modello: m.id })}
          onClose={() => setAperta(false)}
        />
      )}
    </Stack>
  )
}
