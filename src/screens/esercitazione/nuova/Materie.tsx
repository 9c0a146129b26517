import { useState } from 'react'
import { numero } from '../../../text/formati.ts'
import { nuovaProva as testi } from '../../../text/nuova-prova.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card, Muted, Row, Stack } from '../../../ui/base.tsx'
import { Field, FieldError } from '../../../ui/Field.tsx'
import { SkeletonCards } from '../../../ui/Stati.tsx'
import { type Disponibile, type Modulo, modelloDi, nomiSezioni, ripartisci, sezioneDi, totaleQuote } from './modulo.ts'
import css from './nuova.module.css'

type Props = { modulo: Modulo; onCambia: (parte: Partial<Modulo>) => void }

/** How many questions of each subject, against how many there are [CT1]. */
export function Materie({
  modulo,
  disponibili,
  errore,
  onCambia,
}: Props & { disponibili: readonly Disponibile[] | null; errore: string | null }) {
  const nomi = nomiSezioni(modulo)
  if (disponibili === null) return <SkeletonCards quante={1} />
  const totale = totaleQuote(modulo, disponibili)
  return (
    <Card aria-labelledby="nuova-materie">
      <Stack>
        <Row ai_lati>
          <h2 id="nuova-materie">{testi.materie}</h2>
          <Muted piccolo come="span">
            {totale > 0 && testi.totale(totale)}
          </Muted>
        </Row>
        <Riempi modulo={modulo} disponibili={disponibili} onCambia={onCambia} />
        <FieldError testo={errore} />
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
              <Muted piccolo come="span" id={`su-${id_materia}`}>
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

/** Fills every subject at once. */
function Riempi({ modulo, disponibili, onCambia }: Props & { disponibili: readonly Disponibile[] }) {
  const [quante, setQuante] = useState('40')
  const totale = Math.min(1000, Number(quante) || 0)
  const modello = modulo.origine === 'modello' ? modelloDi(modulo.modello) : null
  const fill = (peso: (d: Disponibile) => number, n = totale) => onCambia({ quote: ripartisci(n, disponibili, peso) })
  const comeModello = () => {
    if (!modello) return
    const sezioni = modello.regole.sezioni ?? []
    if (sezioni.length < 2) return fill((d) => d.n, modello.numero_domande)
    const quote = sezioni.map((s, i) => {
      const sue = disponibili.filter((d) => sezioneDi(modulo, d.id_materia, d.materia) === i)
      return ripartisci(s.domande ?? 0, sue, (d) => d.n)
    })
    onCambia({ quote: Object.assign({}, ...quote) })
  }
  return (
    <div className={css.riempi}>
      <Field
        etichetta={testi.riempi}
        inputMode="numeric"
        value={quante}
        onChange={(e) => setQuante(e.currentTarget.value.replace(/\D/g, '').slice(0, 4))}
      />
      <Row a_capo>
        {modello && (
          <Button misura="sm" variante="tenue" onClick={comeModello}>
            {testi.come_modello} ({numero(modello.numero_domande)})
          </Button>
        )}
        <Button misura="sm" onClick={() => fill((d) => (d.n > 0 ? 1 : 0))}>
          {testi.parti_uguali}
        </Button>
        <Button misura="sm" onClick={() => fill((d) => d.n)}>
          {testi.in_proporzione}
        </Button>
        <Button
          misura="sm"
          onClick={() => onCambia({ quote: Object.fromEntries(disponibili.map((d) => [d.id_materia, d.n])) })}
        >
          {testi.tutte}
        </Button>
        <Button misura="sm" variante="fantasma" onClick={() => onCambia({ quote: {} })}>
          {testi.azzera}
        </Button>
      </Row>
    </div>
  )
}
