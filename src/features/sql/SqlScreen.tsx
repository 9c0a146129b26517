import { type RefObject, useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Failure } from '#contract/result'
import { type CopySizes, MAX_COPIES_BYTES, type SqlResultSet, type SqlTable } from '#contract/sql'
import { ErrorState } from '../../components/ErrorState.tsx'
import { store } from '../../store/opening.ts'
import { errorMessage } from '../../text/errors.ts'
import { Card, Muted, Stack } from '../../ui/base.tsx'
import { cx } from '../../ui/cx.ts'
import { IconWarn } from '../../ui/icons.ts'
import { Page } from '../../ui/Page.tsx'
import { EmptyState, SkeletonCards } from '../../ui/States.tsx'
import { useWide } from '../../ui/useWide.ts'
import { readSqlHistory } from './history.ts'
import { IncludedBanche } from './IncludedBanche.tsx'
import { SqlEditor } from './SqlEditor.tsx'
import { SqlExamples } from './SqlExamples.tsx'
import { SqlResult } from './SqlResult.tsx'
import { SqlSchema } from './SqlSchema.tsx'
import css from './sql.module.css'
import { enterSql, leaveSql, runSql, sqlState } from './sql-state.ts'
import { sqlText as texts } from './text.ts'

/** Screen `/ricerca/sql` queries the person's own data in SQL, read-only. */
export default function SqlScreen() {
  const view = useSnapshot(sqlState)
  const [text, setText] = useState(sqlState.draft)
  const area = useRef<HTMLTextAreaElement>(null)
  const wide = useWide()
  useEffect(() => {
    readSqlHistory()
    void enterSql()
    return leaveSql
  }, [])
  const write = (next: string) => {
    sqlState.draft = next
    setText(next)
  }
  const tryExample = (next: string) => {
    write(next)
    area.current?.scrollIntoView({ block: wide ? 'nearest' : 'start' })
    void runSql(next)
  }
  /** Writes a name at the cursor of the person. */
  const insert = (name: string) => {
    const node = area.current
    if (!node) return
    const { selectionStart: da, selectionEnd: a, value } = node
    node.setRangeText(/[\w"]$/.test(value.slice(0, da)) ? ` ${name}` : name, da, a, 'end')
    node.focus()
    write(node.value)
  }
  const examples = <SqlExamples onTry={tryExample} />
  const weight = view.peso as CopySizes | null
  const outcome = view.outcome as { sql: string; ms: number; result: SqlResultSet } | null
  const error = view.error as Failure | null
  const { rung } = useSnapshot(store)
  const total = (weight?.banche ?? [])
    .filter((b) => view.scelte.includes(b.id_concorso))
    .reduce((sum, b) => sum + b.byte, weight?.utente ?? 0)
  return (
    <Page title={texts.titolo} below={<Muted>{texts.sotto}</Muted>} back="/ricerca">
      {rung === 'asm' ? (
        <EmptyState icon={<IconWarn size={24} />} title={texts.non_aperta} text={texts.senza_wasm} />
      ) : view.fase === 'mai' || view.fase === 'pesa' ? (
        <SkeletonCards />
      ) : !weight ? (
        <ErrorState title={texts.non_aperta} error={error} onRetry={() => void enterSql()} />
      ) : (
        <div className={css.colonne}>
          <div className={css.lavoro}>
            {/* Examples come first on a phone, where a person taps more than writes. */}
            {!wide && examples}
            <Card aria-label={texts.editor}>
              <SqlEditor
                areaRef={area}
                text={text}
                onType={write}
                onRun={() => void runSql(text)}
                running={view.running}
                copied={view.copied}
                blocked={total > MAX_COPIES_BYTES}
              />
            </Card>
            {error && <SqlRejection error={error} />}
            {view.rejection && (
              <SqlRejection error={view.rejection.error as Failure} sql={view.rejection.sql} area={area} text={text} />
            )}
            {outcome && <SqlResult key={`${outcome.sql}\n${outcome.ms}`} {...outcome} />}
          </div>
          <div className={css.lato}>
            {wide && examples}
            <IncludedBanche weight={weight} chosen={view.scelte} total={total} used={view.running !== null} />
            <SqlSchema tabelle={view.tables as SqlTable[]} onInsert={insert} />
          </div>
        </div>
      )}
    </Page>
  )
}

/** Reason why there is no result, in a sentence. Selects the place of the mistake when the text is still the same. */
function SqlRejection({
  error,
  sql,
  area,
  text,
}: {
  error: Failure
  sql?: string
  area?: RefObject<HTMLTextAreaElement | null>
  text?: string
}) {
  const position = typeof error.dati?.posto === 'number' ? error.dati.posto : null
  // Run only when the refusal arrives, because afterwards the person is writing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is read as it is then
  useEffect(() => {
    if (position === null || sql === undefined || sql !== text || !area?.current) return
    area.current.focus()
    area.current.setSelectionRange(position, position + (/^[\w."']+/.exec(sql.slice(position))?.[0].length ?? 1))
  }, [error])
  const before = position === null || sql === undefined ? null : sql.slice(0, position).split('\n')
  return (
    <Card as="div" role="alert">
      <Stack>
        <p className={cx(css.rifiuto, error.codice !== 'SQL_ANNULLATA' && css.sbagliata)}>
          <IconWarn size={20} />
          <span>
            {errorMessage(error).text}
            {before && ` ${texts.posto(before.length, (before.at(-1)?.length ?? 0) + 1)}`}
          </span>
        </p>
      </Stack>
    </Card>
  )
}
