import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { MAX_COPIES_BYTES } from '#contract/sql'
import { formatBytes } from '../../text/formats.ts'
import { Button } from '../../ui/Button.tsx'
import { Digits, Kbd, Muted, Row, Spinner, Stack, VisuallyHidden } from '../../ui/base.tsx'
import { FieldError } from '../../ui/Field.tsx'
import { IconPlay, IconRetry, IconX } from '../../ui/icons.ts'
import css from './sql.module.css'
import { cancelSql, renewCopies } from './sql-state.ts'
import { sqlText as texts } from './text.ts'

/** Milliseconds between two updates of the elapsed time. */
const TICK_MS = 100

/** Running time since `da` (performance.now). */
function Elapsed({ da }: { da: number }) {
  const [ms, setMs] = useState(0)
  useEffect(() => {
    const t = setInterval(() => setMs(performance.now() - da), TICK_MS)
    return () => clearInterval(t)
  }, [da])
  return (
    <span aria-hidden="true">
      <Digits>{texts.in_corso(ms)}</Digits>
    </span>
  )
}

/** Field of the query with line numbers, and the button that runs it. Tab leaves the field, as everywhere. */
export function SqlEditor({
  areaRef,
  text,
  onType,
  onRun,
  running,
  copied,
  blocked,
}: {
  areaRef: RefObject<HTMLTextAreaElement | null>
  text: string
  onType: (text: string) => void
  onRun: () => void
  running: { readonly what: 'copia' | 'interroga'; readonly da: number } | null
  copied: string | null
  /** True when the copies would be too large. */
  blocked: boolean
}) {
  const id = useId()
  const numeric = useRef<HTMLPreElement>(null)
  const rows = text.split('\n').length
  // Accept a query while the copies are made; it runs as soon as they are there.
  const ready = running?.what !== 'interroga' && !blocked
  return (
    <Stack>
      <label className={css.etichetta} htmlFor={id}>
        {texts.editor}
      </label>
      <div className={css.editor}>
        <pre ref={numeric} className={css.numeri} aria-hidden="true">
          {Array.from({ length: rows }, (_, i) => i + 1).join('\n')}
        </pre>
        <textarea
          ref={areaRef}
          id={id}
          className={css.testo}
          value={text}
          rows={8}
          wrap="off"
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          aria-describedby={`${id}-a`}
          onChange={(e) => onType(e.currentTarget.value)}
          onScroll={(e) => numeric.current?.scrollTo({ top: e.currentTarget.scrollTop })}
          onKeyDown={(e) => {
            if (e.key !== 'Enter' || !(e.ctrlKey || e.metaKey)) return
            e.preventDefault()
            if (ready) onRun()
          }}
        />
      </div>
      <Row wrap>
        {running?.what === 'interroga' ? (
          <Button variant="primario" icon={<IconX size={20} />} onClick={cancelSql}>
            {texts.annulla}
          </Button>
        ) : (
          <Button variant="primario" icon={<IconPlay size={20} />} disabled={!ready} onClick={onRun}>
            {texts.esegui}
          </Button>
        )}
        <Muted as="div" small role="status">
          <Row>
            {running && <Spinner />}
            {running?.what === 'copia' && texts.copio}
            {running?.what === 'interroga' && (
              <>
                <VisuallyHidden>{texts.in_corso_detto}</VisuallyHidden>
                <Elapsed da={running.da} />
              </>
            )}
          </Row>
        </Muted>
        {!running && (
          <Muted small id={`${id}-a`}>
            <span className={css.tasti} aria-hidden="true">
              <Kbd>Ctrl</Kbd> <Kbd>{texts.invio}</Kbd>
            </span>
            <VisuallyHidden>{texts.editor_aiuto}</VisuallyHidden>
          </Muted>
        )}
      </Row>
      {blocked && <FieldError text={texts.troppo(formatBytes(MAX_COPIES_BYTES))} />}
      {copied && !running && (
        <Row wrap>
          <Muted small>{texts.copiate(now(copied))}</Muted>
          <Button variant="fantasma" size="sm" icon={<IconRetry size={16} />} onClick={() => void renewCopies()}>
            {texts.aggiorna}
          </Button>
        </Row>
      )}
    </Stack>
  )
}

const now = (iso: string) => new Intl.DateTimeFormat('it-IT', { timeStyle: 'short' }).format(new Date(iso))
