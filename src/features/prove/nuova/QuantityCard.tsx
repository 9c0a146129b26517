import { type ReactNode, useState } from 'react'
import type { WrittenRegolamento } from '#rules/regolamento/types'
import { formatNumber } from '../../../text/formats.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card, Muted, Row, Stack } from '../../../ui/base.tsx'
import { Field, FieldError } from '../../../ui/Field.tsx'
import { nuovaProvaText as testi } from '../nuova-text.ts'
import { documentOf } from './compose.ts'
import { type AvailableMateria, apportion, type FormState, modelloOf, totalQuotas } from './form-state.ts'
import css from './nuova.module.css'
import { OPENING_DOMANDE } from './opening-form.ts'
import { quotasOfRegole } from './regole/document.ts'

/** Counts the questions that the sections of the rules ask for; null when a section has no number. */
function domandeOf({ sezioni }: WrittenRegolamento): number | null {
  const counts = (sezioni ?? []).map((s) => s.domande ?? s.quote_difficolta?.reduce((a, b) => a + b, 0) ?? null)
  const sum = counts.reduce<number>((a, b) => a + (b ?? 0), 0)
  return sum > 0 && counts.every((n) => n !== null) ? sum : null
}

/** Card of the questions in all, shared out over the subjects, and of the time [CT1][CT2]. `children` is the time. */
export function QuantityCard({
  form,
  available,
  saved,
  error,
  onChange,
  children,
}: {
  form: FormState
  /** Null until counted, while nothing can be filled in. */
  available: readonly AvailableMateria[] | null
  saved: ReactNode
  error: string | null
  onChange: (part: Partial<FormState>) => void
  children: ReactNode
}) {
  const [typed, setTyped] = useState<string | null>(null)
  const materie = available ?? []
  const chosen = totalQuotas(form, materie)
  const count = typed ?? (chosen > 0 ? String(chosen) : '')
  const fill = (quote: FormState['quote']) => {
    setTyped(null)
    onChange({ quote })
  }
  const share = (weight: (d: AvailableMateria) => number, n: number) => fill(apportion(n, materie, weight))
  const total = Math.min(1000, Number(count) || OPENING_DOMANDE)
  const modello = form.origine === 'modello' ? modelloOf(form.modello) : null
  const document = documentOf(form)
  const asked = domandeOf(document) ?? modello?.numero_domande ?? null
  const fillAsRegole = () => {
    if ((document.sezioni ?? []).length < 2 && asked !== null) return share((d) => d.n, asked)
    fill(quotasOfRegole(form, document, materie))
  }
  const waits = available === null
  return (
    <Card aria-labelledby="nuova-quante">
      <Stack>
        <Row spread>
          <h2 id="nuova-quante">{testi.quante_titolo}</h2>
          {saved}
        </Row>
        <div className={css.riempi}>
          <Field
            label={testi.riempi}
            inputMode="numeric"
            placeholder={String(OPENING_DOMANDE)}
            value={count}
            disabled={waits}
            onChange={(e) => {
              const digits = e.currentTarget.value.replace(/\D/g, '').slice(0, 4)
              setTyped(digits)
              onChange({ quote: apportion(Math.min(1000, Number(digits)), materie, (d) => d.n) })
            }}
            onBlur={() => setTyped(null)}
          />
          <Row wrap>
            {asked !== null && (
              <Button size="sm" variant="tenue" disabled={waits} onClick={fillAsRegole}>
                {modello ? testi.come_modello : testi.come_regole} ({formatNumber(asked)})
              </Button>
            )}
            <Button size="sm" disabled={waits} onClick={() => share((d) => (d.n > 0 ? 1 : 0), total)}>
              {testi.parti_uguali}
            </Button>
            <Button size="sm" disabled={waits} onClick={() => share((d) => d.n, total)}>
              {testi.in_proporzione}
            </Button>
            <Button
              size="sm"
              disabled={waits}
              onClick={() => fill(Object.fromEntries(materie.map((d) => [d.id_materia, d.n])))}
            >
              {testi.tutte}
            </Button>
            <Button size="sm" variant="fantasma" disabled={waits} onClick={() => fill({})}>
              {testi.azzera}
            </Button>
          </Row>
          {asked !== null && chosen > 0 && chosen < asked && <Muted small>{testi.meno_del_bando(asked, chosen)}</Muted>}
        </div>
        <FieldError text={error} />
        {children}
      </Stack>
    </Card>
  )
}
