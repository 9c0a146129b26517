import { type RefObject, useEffect } from 'react'
import type { Failure } from '#contract/result'
import { errorMessage } from '../../text/errors.ts'
import { Card, Stack } from '../../ui/base.tsx'
import { cx } from '../../ui/cx.ts'
import { IconWarn } from '../../ui/icons.ts'
import css from './sql.module.css'
import { sqlText as texts } from './text.ts'

/** Why there is no result, in a sentence; the place of the mistake is selected in the text when it is still the same. */
export function SqlRejection({
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
  // Only when the refusal arrives: afterwards the person is writing.
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
