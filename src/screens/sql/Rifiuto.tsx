import { type RefObject, useEffect } from 'react'
import type { Failure } from '#contract/result'
import { fraseErrore } from '../../text/errori.ts'
import { sql as testi } from '../../text/sql.ts'
import { Card, Stack } from '../../ui/base.tsx'
import { cx } from '../../ui/cx.ts'
import { IconWarn } from '../../ui/icone.ts'
import css from './sql.module.css'

/** Why there is no result, in a sentence; the place of the mistake is selected in the text when it is still the same. */
export function Rifiuto({
  guasto,
  sql,
  area,
  testo,
}: {
  guasto: Failure
  sql?: string
  area?: RefObject<HTMLTextAreaElement | null>
  testo?: string
}) {
  const posto = typeof guasto.dati?.posto === 'number' ? guasto.dati.posto : null
  // Only when the refusal arrives: afterwards the person is writing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is read as it is then
  useEffect(() => {
    if (posto === null || sql === undefined || sql !== testo || !area?.current) return
    area.current.focus()
    area.current.setSelectionRange(posto, posto + (/^[\w."']+/.exec(sql.slice(posto))?.[0].length ?? 1))
  }, [guasto])
  const prima = posto === null || sql === undefined ? null : sql.slice(0, posto).split('\n')
  return (
    <Card come="div" role="alert">
      <Stack>
        <p className={cx(css.rifiuto, guasto.codice !== 'SQL_ANNULLATA' && css.sbagliata)}>
          <IconWarn size={20} />
          <span>
            {fraseErrore(guasto).testo}
            {prima && ` ${testi.posto(prima.length, (prima.at(-1)?.length ?? 0) + 1)}`}
          </span>
        </p>
      </Stack>
    </Card>
  )
}
