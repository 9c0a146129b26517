import { useState } from 'react'
import type { Seduta } from '#contract/database'
import { risultatiText as testi } from '../../../text/risultati.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card, Muted, Stack } from '../../../ui/base.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { type Filtro, type PostoValutato, passa } from './analisi.ts'
import { Rivista } from './Rivista.tsx'
import css from './risultati.module.css'

const PAGINA = 20
const FILTRI: readonly Exclude<Filtro, 'tutte'>[] = ['errate', 'accettabili', 'vuote', 'rivedere', 'fortunate']
export const ID_RIVEDI = 'rivedi'

/** Every question of the trial with what was marked and what was right, by filters. */
export function Rivedi({
  seduta,
  posti,
}: {
  seduta: Pick<Seduta, 'seme' | 'mescola' | 'regola_risposte'>
  posti: readonly PostoValutato[]
}) {
  const conto = (f: Filtro) => posti.filter((p) => passa(p, f)).length
  const [filtro, setFiltro] = useState<Filtro>(() => (conto('errate') > 0 ? 'errate' : 'tutte'))
  const [quante, setQuante] = useState(PAGINA)
  const mostrati = posti.filter((p) => passa(p, filtro))
  return (
    <Card aria-labelledby={ID_RIVEDI} className={css.rivedi}>
      <Stack>
        <h2 id={ID_RIVEDI} tabIndex={-1}>
          {testi.rivedi}
        </h2>
        <Segmented
          legend={testi.mostra}
          legendVisible={false}
          options={[
            { value: 'tutte', text: testi.filtri.tutte },
            ...FILTRI.filter((f) => f === filtro || conto(f) > 0).map((f) => ({
              value: f,
              text: testi.filtri[f](conto(f)),
            })),
          ]}
          value={filtro}
          onSelect={(f: Filtro) => {
            setFiltro(f)
            setQuante(PAGINA)
          }}
        />
        {mostrati.length === 0 && <Muted>{testi.nessuna}</Muted>}
        <div>
          {mostrati.slice(0, quante).map((p) => (
            <Rivista key={p.indice} posto={p} seduta={seduta} />
          ))}
        </div>
        {mostrati.length > quante && (
          <div>
            <Button size="sm" onClick={() => setQuante(quante + PAGINA)}>
              {testi.altre(mostrati.length - quante)}
            </Button>
          </div>
        )}
      </Stack>
    </Card>
  )
}
