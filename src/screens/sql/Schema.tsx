import type { TabellaSql } from '#contract/sql'
import { SCHEMA, sql as testi, tipoSql } from '../../text/sql.ts'
import { Card, Muted, Stack } from '../../ui/base.tsx'
import css from './sql.module.css'

/** Tables and columns with what they mean; a touch writes a name into the query. */
export function Schema({
  tabelle,
  onInserisci,
}: {
  tabelle: readonly TabellaSql[]
  onInserisci: (nome: string) => void
}) {
  if (tabelle.length === 0) return null
  return (
    <Card aria-labelledby="schema">
      <Stack>
        <h2 id="schema">{testi.schema}</h2>
        <Muted piccolo>{testi.schema_aiuto}</Muted>
        {tabelle.map(({ nome, colonne }) => (
          <details key={nome} className={css.scatola}>
            <summary>
              <code>{nome}</code>
            </summary>
            <Stack>
              <Muted piccolo>{SCHEMA[nome]?.cosa}</Muted>
              <ul className={css.colonneSchema}>
                <li>
                  <Nome nome={nome} onInserisci={onInserisci} />
                </li>
                {colonne.map((c) => (
                  <li key={c.nome}>
                    <Nome nome={c.nome} onInserisci={onInserisci} />
                    {tipoSql(c.tipo) && <span className={css.tipo}>{tipoSql(c.tipo)}</span>}
                    <Muted piccolo>{SCHEMA[nome]?.colonne[c.nome]}</Muted>
                  </li>
                ))}
              </ul>
            </Stack>
          </details>
        ))}
      </Stack>
    </Card>
  )
}

const Nome = ({ nome, onInserisci }: { nome: string; onInserisci: (nome: string) => void }) => (
  <button type="button" className={css.nome} aria-label={testi.inserisci(nome)} onClick={() => onInserisci(nome)}>
    <code>{nome}</code>
  </button>
)
