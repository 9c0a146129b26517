import { type CopySizes, MAX_BANCHE_SQL, MAX_COPIES_BYTES } from '#contract/sql'
import { formatBytes } from '../../text/formats.ts'
import { Card, Muted, Stack } from '../../ui/base.tsx'
import { Checkbox, FieldError } from '../../ui/Field.tsx'
import css from './sql.module.css'
import { includeBanca } from './sql-state.ts'
import { sqlText as texts } from './text.ts'

/** Banks whose questions a query may read, with the size of their copies. */
export function IncludedBanche({
  weight,
  chosen,
  total,
  used,
}: {
  weight: CopySizes
  chosen: readonly number[]
  total: number
  used: boolean
}) {
  const limit = formatBytes(MAX_COPIES_BYTES)
  const full = chosen.length >= MAX_BANCHE_SQL
  return (
    <Card aria-labelledby="banche">
      <Stack>
        <h2 id="banche">{texts.banche}</h2>
        <Muted small>{weight.banche.length === 0 ? texts.banche_nessuna : texts.banche_aiuto}</Muted>
        <fieldset aria-labelledby="banche">
          {weight.banche.map((b) => {
            const included = chosen.includes(b.id_concorso)
            return (
              <Checkbox
                key={b.id_concorso}
                checked={included}
                disabled={used || (full && !included)}
                onChange={(e) => includeBanca(b.id_concorso, e.currentTarget.checked)}
              >
                {b.concorso} <span className={css.tipo}>{formatBytes(b.byte)}</span>
              </Checkbox>
            )
          })}
        </fieldset>
        {full && weight.banche.length > chosen.length && <Muted small>{texts.troppe(MAX_BANCHE_SQL)}</Muted>}
        <div role="status">
          {total > MAX_COPIES_BYTES ? (
            <FieldError text={texts.troppo(limit)} />
          ) : (
            <Muted small>{texts.totale(formatBytes(total), limit)}</Muted>
          )}
        </div>
      </Stack>
    </Card>
  )
}
