import { useState } from 'react'
import type { WrittenRegolamento } from '#rules/regolamento/types'
import { nuovaProvaText as testi } from '../../../features/prove/nuova-text.ts'
import { formatNumber } from '../../../text/formats.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card, Muted, Row, Stack } from '../../../ui/base.tsx'
import { Field, FieldError } from '../../../ui/Field.tsx'
import { SkeletonCards } from '../../../ui/States.tsx'
import { documentoDi } from './composizione.ts'
import { type Disponibile, type Modulo, modelloDi, nomiSezioni, ripartisci, sezioneDi, totaleQuote } from './modulo.ts'
import css from './nuova.module.css'
import { quoteComeRegole } from './regole/documento.ts'

type Props = { modulo: Modulo; onCambia: (parte: Partial<Modulo>) => void }

/** How many questions of each subject, against how many there are [CT1]. */
export function Materie({
  modulo,
  disponibili,
  errore,
  onCambia,
}: Props & { disponibili: readonly Disponibile[] | null; errore: string | null }) {
  const nomi = nomiSezioni(modulo)
  if (disponibili === null) return <SkeletonCards count={1} />
  const totale = totaleQuote(modulo, disponibili)
  return (
    <Card aria-labelledby="nuova-materie">
      <Stack>
        <Row spread>
          <h2 id="nuova-materie">{testi.materie}</h2>
          <Muted small as="span">
            {totale > 0 && testi.totale(totale)}
          </Muted>
        </Row>
        <Riempi modulo={modulo} disponibili={disponibili} onCambia={onCambia} />
        <FieldError text={errore} />
        <div className={css.materie}>
          {disponibili.map(({ id_materia, materia, n }) => (
            <div key={id_materia} className={css.materia}>
              <b id={`materia-${id_materia}`}>{materia}</b>
              <input
                className={css.quota}
                inputMode="numeric"
                aria-label={testi.quante(materia)}
                aria-describedby={`su-${id_materia}`}
                aria-invalid={(modulo.quote[id_materia] ?? 0) > n || undefined}
                value={modulo.quote[id_materia] || ''}
                placeholder="0"
                onChange={(e) => {
                  const scritto = Number(e.currentTarget.value.replace(/\D/g, '').slice(0, 5))
                  onCambia({ quote: { ...modulo.quote, [id_materia]: scritto } })
                }}
              />
              <Muted small as="span" id={`su-${id_materia}`}>
                {testi.su(n)}
              </Muted>
              {nomi.length > 1 && (
                <select
                  className={css.sezione}
                  aria-label={testi.sezione(materia)}
                  value={sezioneDi(modulo, id_materia, materia)}
                  onChange={(e) =>
                    onCambia({ sezioneDi: { ...modulo.sezioneDi, [id_materia]: Number(e.currentTarget.value) } })
                  }
                >
                  {nomi.map((nome, i) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a section is its place
                    <option key={i} value={i}>
                      {nome}
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
function domandeDi({ sezioni }: WrittenRegolamento): number | null {
  const conti = (sezioni ?? []).map((s) => s.domande ?? s.quote_difficolta?.reduce((a, b) => a + b, 0) ?? null)
  const somma = conti.reduce<number>((a, b) => a + (b ?? 0), 0)
  return somma > 0 && conti.every((n) => n !== null) ? somma : null
}

/** Fills every subject at once. */
function Riempi({ modulo, disponibili, onCambia }: Props & { disponibili: readonly Disponibile[] }) {
  const [quante, setQuante] = useState('40')
  const totale = Math.min(1000, Number(quante) || 0)
  const fill = (peso: (d: Disponibile) => number, n = totale) => onCambia({ quote: ripartisci(n, disponibili, peso) })
  const modello = modulo.origine === 'modello' ? modelloDi(modulo.modello) : null
  const documento = documentoDi(modulo)
  const chieste = domandeDi(documento) ?? modello?.numero_domande ?? null
  const comeRegole = () => {
    if ((documento.sezioni ?? []).length < 2 && chieste !== null) return fill((d) => d.n, chieste)
    onCambia({ quote: quoteComeRegole(modulo, documento, disponibili) })
  }
  return (
    <div className={css.riempi}>
      <Field
        label={testi.riempi}
        inputMode="numeric"
        value={quante}
        onChange={(e) => setQuante(e.currentTarget.value.replace(/\D/g, '').slice(0, 4))}
      />
      <Row wrap>
        {chieste !== null && (
          <Button size="sm" variant="tenue" onClick={comeRegole}>
            {modello ? testi.come_modello : testi.come_regole} ({formatNumber(chieste)})
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
          onClick={() => onCambia({ quote: Object.fromEntries(disponibili.map((d) => [d.id_materia, d.n])) })}
        >
          {testi.tutte}
        </Button>
        <Button size="sm" variant="fantasma" onClick={() => onCambia({ quote: {} })}>
          {testi.azzera}
        </Button>
      </Row>
    </div>
  )
}
