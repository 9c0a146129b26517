import { MAX_BANCHE_SQL, MAX_COPIE_BYTE, type PesoCopie } from '#contract/sql'
import { chooseBanca } from '../../state/sql.ts'
import { dimensione } from '../../text/formati.ts'
import { sql as testi } from '../../text/sql.ts'
import { Card, Muted, Stack } from '../../ui/base.tsx'
import { Checkbox, FieldError } from '../../ui/Field.tsx'
import css from './sql.module.css'

/** The banks whose questions may be asked about, with what their copies weigh. */
export function Banche({
  peso,
  scelte,
  totale,
  occupata,
}: {
  peso: PesoCopie
  scelte: readonly number[]
  totale: number
  occupata: boolean
}) {
  const limite = dimensione(MAX_COPIE_BYTE)
  const pieno = scelte.length >= MAX_BANCHE_SQL
  return (
    <Card aria-labelledby="banche">
      <Stack>
        <h2 id="banche">{testi.banche}</h2>
        <Muted piccolo>{peso.banche.length === 0 ? testi.banche_nessuna : testi.banche_aiuto}</Muted>
        <fieldset aria-labelledby="banche">
          {peso.banche.map((b) => {
            const inclusa = scelte.includes(b.id_concorso)
            return (
              <Checkbox
                key={b.id_concorso}
                checked={inclusa}
                disabled={occupata || (pieno && !inclusa)}
                onChange={(e) => chooseBanca(b.id_concorso, e.currentTarget.checked)}
              >
                {b.concorso} <span className={css.tipo}>{dimensione(b.byte)}</span>
              </Checkbox>
            )
          })}
        </fieldset>
        {pieno && peso.banche.length > scelte.length && <Muted piccolo>{testi.troppe(MAX_BANCHE_SQL)}</Muted>}
        <div role="status">
          {totale > MAX_COPIE_BYTE ? (
            <FieldError testo={testi.troppo(limite)} />
          ) : (
            <Muted piccolo>{testi.totale(dimensione(totale), limite)}</Muted>
          )}
        </div>
      </Stack>
    </Card>
  )
}
