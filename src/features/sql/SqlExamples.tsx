import { useSnapshot } from 'valtio'
import { Button } from '../../ui/Button.tsx'
import { Card, Muted, Row, Stack } from '../../ui/base.tsx'
import { EXAMPLE_SQL } from './examples.ts'
import { clearSqlHistory, sqlHistory } from './history.ts'
import css from './sql.module.css'
import { SQL_EXAMPLES, sqlText as texts } from './text.ts'

/** Ready queries and the person's last ones; one touch writes and runs a query. */
export function SqlExamples({ onTry }: { onTry: (sql: string) => void }) {
  const { queries: history } = useSnapshot(sqlHistory)
  return (
    <>
      <Card aria-labelledby="esempi">
        <Stack>
          <h2 id="esempi">{texts.esempi}</h2>
          <Muted small>{texts.esempi_aiuto}</Muted>
          <ul className={css.esempi}>
            {SQL_EXAMPLES.map(([id, title]) => (
              <li key={id}>
                <button type="button" className={css.esempio} onClick={() => onTry(EXAMPLE_SQL[id])}>
                  {title}
                </button>
              </li>
            ))}
          </ul>
        </Stack>
      </Card>
      {history.length > 0 && (
        <Card aria-labelledby="storia">
          <details className={css.scatola}>
            <summary>
              <h2 id="storia">{texts.storia}</h2>
            </summary>
            <Stack>
              <Row spread>
                <Muted small>{texts.storia_aiuto}</Muted>
                <Button variant="fantasma" size="sm" onClick={clearSqlHistory}>
                  {texts.svuota}
                </Button>
              </Row>
              <ul className={css.esempi}>
                {history.map((sql) => (
                  <li key={sql}>
                    <button type="button" className={css.passata} onClick={() => onTry(sql)}>
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
