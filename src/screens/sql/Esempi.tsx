import { useSnapshot } from 'valtio'
import { clearStoria, storia } from '../../state/sql-storia.ts'
import { ESEMPI, sql as testi } from '../../text/sql.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, Muted, Row, Stack } from '../../ui/base.tsx'
import { SQL } from './esempi.ts'
import css from './sql.module.css'

/** Ready queries and the person's last ones: one touch writes and runs them. */
export function Esempi({ onProva }: { onProva: (sql: string) => void }) {
  const { interrogazioni } = useSnapshot(storia)
  return (
    <>
      <Card aria-labelledby="esempi">
        <Stack>
          <h2 id="esempi">{testi.esempi}</h2>
          <Muted piccolo>{testi.esempi_aiuto}</Muted>
          <ul className={css.esempi}>
            {ESEMPI.map(([id, titolo]) => (
              <li key={id}>
                <button type="button" className={css.esempio} onClick={() => onProva(SQL[id])}>
                  {titolo}
                </button>
              </li>
            ))}
          </ul>
        </Stack>
      </Card>
      {interrogazioni.length > 0 && (
        <Card aria-labelledby="storia">
          <details className={css.scatola}>
            <summary>
              <h2 id="storia">{testi.storia}</h2>
            </summary>
            <Stack>
              <Row ai_lati>
                <Muted piccolo>{testi.storia_aiuto}</Muted>
                <Button variante="fantasma" misura="sm" onClick={clearStoria}>
                  {testi.svuota}
                </Button>
              </Row>
              <ul className={css.esempi}>
                {interrogazioni.map((sql) => (
                  <li key={sql}>
                    <button type="button" className={css.passata} onClick={() => onProva(sql)}>
                      {sql.replace(/\s+/g, ' ')}
                    </button>
                  </li>
                ))}
              </ul>
            </Stack>
          </details>
        </Card>
      )}
    </>
  )
}
