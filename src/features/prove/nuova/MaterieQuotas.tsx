import { useState } from 'react'
import type { WrittenRegolamento } from '#rules/regolamento/types'
import { formatNumber } from '../../../text/formats.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card, Muted, Row, Stack } from '../../../ui/base.tsx'
import { CountedHead } from '../../../ui/CardHead.tsx'
import { Field, FieldError } from '../../../ui/Field.tsx'
import { SkeletonCards } from '../../../ui/States.tsx'
import { nuovaProvaText as testi } from '../nuova-text.ts'
import { documentOf } from './compose.ts'
import {
  type AvailableMateria,
  apportion,
  type FormState,
  modelloOf,
  sezioneOf,
  sezioniNames,
  totalQuotas,
} from './form-state.ts'
import css from './nuova.module.css'
import { quotasOfRegole } from './regole/document.ts'

type Props = { form: FormState; onChange: (part: Partial<FormState>) => void }

/** How many questions of each subject, against how many there are [CT1]. */
export function MaterieQuotas({
  form,
  available,
  error,
  onChange,
}: Props & { available: readonly AvailableMateria[] | null; error: string | null }) {
  const names = sezioniNames(form)
  if (available === null) return <SkeletonCards count={1} />
  const total = totalQuotas(form, available)
  return (
    <Card aria-labelledby="nuova-materie">
      <Stack>
        <CountedHead id="nuova-materie" title={testi.materie} count={total > 0 && testi.totale(total)} />
        <FillQuotas form={form} available={available} onChange={onChange} />
        <FieldError text={error} />
        <div className={css.materie}>
          {available.map(({ id_materia, materia, n }) => (
            <div key={id_materia} className={css.materia}>
              <b id={`materia-${id_materia}`}>{materia}</b>
              <input
                className={css.quota}
                inputMode="numeric"
                aria-label={testi.quante(materia)}
                aria-describedby={`su-${id_materia}`}
                aria-invalid={(form.quote[id_materia] ?? 0) > n || undefined}
                value={form.quote[id_materia] || ''}
                placeholder="0"
                onChange={(e) => {
                  const written = Number(e.currentTarget.value.replace(/\D/g, '').slice(0, 5))
                  onChange({ quote: { ...form.quote, [id_materia]: written } })
                }}
              />
              <Muted small as="span" id={`su-${id_materia}`}>
                {testi.su(n)}
              </Muted>
              {names.length > 1 && (
                <select
                  className={css.sezione}
                  aria-label={testi.sezione(materia)}
                  value={sezioneOf(form, id_materia, materia)}
                  onChange={(e) =>
                    onChange({ sezioneDi: { ...form.sezioneDi, [id_materia]: Number(e.currentTarget.value) } })
                  }
                >
                  {names.map((name, i) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a section is its place
                    <option key={i} value={i}>
                      {name}
                    </option>
                  ))}
                </select>
              )}
            </div>
          ))}
        </div>
      </Stack>
    </Card>
  )
}

/** Questions that the sections of the rules ask for; null when some section does not say. */
function domandeOf({ sezioni }: WrittenRegolamento): number | null {
  const counts = (sezioni ?? []).map((s) => s.domande ?? s.quote_difficolta?.reduce((a, b) => a + b, 0) ?? null)
  const sum = counts.reduce<number>((a, b) => a + (b ?? 0), 0)
  return sum > 0 && counts.every((n) => n !== null) ? sum : null
}

/** Fills every subject at once. */
function FillQuotas({ form, available, onChange }: Props & { available: readonly AvailableMateria[] }) {
  const [count, setCount] = useState('40')
  const total = Math.min(1000, Number(count) || 0)
  const fill = (weight: (d: AvailableMateria) => number, n = total) =>
    onChange({ quote: apportion(n, available, weight) })
  const modello = form.origine === 'modello' ? modelloOf(form.modello) : null
  const document = documentOf(form)
  const asked = domandeOf(document) ?? modello?.numero_domande ?? null
  const chosen = totalQuotas(form, available)
  const fillAsRegole = () => {
    if ((document.sezioni ?? []).length < 2 && asked !== null) return fill((d) => d.n, asked)
    onChange({ quote: quotasOfRegole(form, document, available) })
  }
  return (
    <div className={css.riempi}>
      <Field
        label={testi.riempi}
        inputMode="numeric"
        value={count}
        onChange={(e) => setCount(e.currentTarget.value.replace(/\D/g, '').slice(0, 4))}
      />
      <Row wrap>
        {asked !== null && (
          <Button size="sm" variant="tenue" onClick={fillAsRegole}>
            {modello ? testi.come_modello : testi.come_regole} ({formatNumber(asked)})
          </Button>
        )}
        <Button size="sm" onClick={() => fill((d) => (d.n > 0 ? 1 : 0))}>
          {testi.parti_uguali}
        </Button>
        <Button size="sm" onClick={() => fill((d) => d.n)}>
          {testi.in_proporzione}
        </Button>
        <Button
          size="sm"
          onClick={() => onChange({ quote: Object.fromEntries(available.map((d) => [d.id_materia, d.n])) })}
        >
          {testi.tutte}
        </Button>
        <Button size="sm" variant="fantasma" onClick={() => onChange({ quote: {} })}>
          {testi.azzera}
        </Button>
      </Row>
      {asked !== null && chosen > 0 && chosen < asked && <Muted small>{testi.meno_del_bando(asked, chosen)}</Muted>}
    </div>
  )
}
