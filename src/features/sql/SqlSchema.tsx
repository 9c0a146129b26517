import type { SqlTable } from '#contract/sql'
import { Card, Muted, Stack } from '../../ui/base.tsx'
import css from './sql.module.css'
import { SQL_SCHEMA, sqlTypeName, sqlText as texts } from './text.ts'

/** Tables and columns with their meaning; a touch writes a name into the query. */
export function SqlSchema({
  tabelle: tables,
  onInsert,
}: {
  tabelle: readonly SqlTable[]
  onInsert: (name: string) => void
}) {
  if (tables.length === 0) return null
  return (
    <Card aria-labelledby="schema">
      <Stack>
        <h2 id="schema">{texts.schema}</h2>
        <Muted small>{texts.schema_aiuto}</Muted>
        {tables.map(({ nome: name, colonne: columns }) => (
          <details key={name} className={css.scatola}>
            <summary>
              <code>{name}</code>
            </summary>
            <Stack>
              <Muted small>{SQL_SCHEMA[name]?.cosa}</Muted>
              <ul className={css.colonneSchema}>
                <li>
                  <NameButton nome={name} onInsert={onInsert} />
                </li>
                {columns.map((c) => (
                  <li key={c.nome}>
                    <NameButton nome={c.nome} onInsert={onInsert} />
                    {sqlTypeName(c.tipo) && <span className={css.tipo}>{sqlTypeName(c.tipo)}</span>}
                    <Muted small>{SQL_SCHEMA[name]?.colonne[c.nome]}</Muted>
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

const NameButton = ({ nome: name, onInsert }: { nome: string; onInsert: (name: string) => void }) => (
  <button type="button" className={css.nome} aria-label={texts.inserisci(name)} onClick={() => onInsert(name)}>
    <code>{name}</code>
  </button>
)
