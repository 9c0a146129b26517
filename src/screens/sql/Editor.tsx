import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { MAX_COPIE_BYTE } from '#contract/sql'
import { cancelSql, renewCopie } from '../../state/sql.ts'
import { dimensione } from '../../text/formati.ts'
import { sql as testi } from '../../text/sql.ts'
import { Button } from '../../ui/Button.tsx'
import { Digits, Kbd, Muted, Row, Spinner, Stack, VisuallyHidden } from '../../ui/base.tsx'
import { FieldError } from '../../ui/Field.tsx'
import { IconPlay, IconRetry, IconX } from '../../ui/icone.ts'
import css from './sql.module.css'

/** How often the elapsed time is told anew, milliseconds. */
const OGNI_MS = 100

/** Time since `da` (performance.now), running. */
function Trascorso({ da }: { da: number }) {
  const [ms, setMs] = useState(0)
  useEffect(() => {
    const t = setInterval(() => setMs(performance.now() - da), OGNI_MS)
    return () => clearInterval(t)
  }, [da])
  return (
    <span aria-hidden="true">
      <Digits>{testi.in_corso(ms)}</Digits>
    </span>
  )
}

/** Where the query is written, with line numbers, and what runs it. Tab leaves it, as everywhere. */
export function Editor({
  rif,
  testo,
  onScrivi,
  onEsegui,
  in_corso,
  copiate,
  bloccato,
}: {
  rif: RefObject<HTMLTextAreaElement | null>
  testo: string
  onScrivi: (testo: string) => void
  onEsegui: () => void
  in_corso: { readonly cosa: 'copia' | 'interroga'; readonly da: number } | null
  copiate: string | null
  /** The copies would be too large. */
  bloccato: boolean
}) {
  const id = useId()
  const numeri = useRef<HTMLPreElement>(null)
  const righe = testo.split('\n').length
  // While the copies are made a query may be asked: it runs as soon as they are there.
  const pronto = in_corso?.cosa !== 'interroga' && !bloccato
  return (
    <Stack>
      <label className={css.etichetta} htmlFor={id}>
        {testi.editor}
      </label>
      <div className={css.editor}>
        <pre ref={numeri} className={css.numeri} aria-hidden="true">
          {Array.from({ length: righe }, (_, i) => i + 1).join('\n')}
        </pre>
        <textarea
          ref={rif}
          id={id}
          className={css.testo}
          value={testo}
          rows={8}
          wrap="off"
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          aria-describedby={`${id}-a`}
          onChange={(e) => onScrivi(e.currentTarget.value)}
          onScroll={(e) => numeri.current?.scrollTo({ top: e.currentTarget.scrollTop })}
          onKeyDown={(e) => {
            if (e.key !== 'Enter' || !(e.ctrlKey || e.metaKey)) return
            e.preventDefault()
            if (pronto) onEsegui()
          }}
        />
      </div>
      <Row a_capo>
        {in_corso?.cosa === 'interroga' ? (
          <Button variante="primario" icona={<IconX size={20} />} onClick={cancelSql}>
            {testi.annulla}
          </Button>
        ) : (
          <Button variante="primario" icona={<IconPlay size={20} />} disabled={!pronto} onClick={onEsegui}>
            {testi.esegui}
          </Button>
        )}
        <Muted come="div" piccolo role="status">
          <Row>
            {in_corso && <Spinner />}
            {in_corso?.cosa === 'copia' && testi.copio}
            {in_corso?.cosa === 'interroga' && (
              <>
                <VisuallyHidden>{testi.in_corso_detto}</VisuallyHidden>
                <Trascorso da={in_corso.da} />
              </>
            )}
          </Row>
        </Muted>
        {!in_corso && (
          <Muted piccolo id={`${id}-a`}>
            <span className={css.tasti} aria-hidden="true">
              <Kbd>Ctrl</Kbd> <Kbd>{testi.invio}</Kbd>
            </span>
            <VisuallyHidden>{testi.editor_aiuto}</VisuallyHidden>
          </Muted>
        )}
      </Row>
      {bloccato && <FieldError testo={testi.troppo(dimensione(MAX_COPIE_BYTE))} />}
      {copiate && !in_corso && (
        <Row a_capo>
          <Muted piccolo>{testi.copiate(ora(copiate))}</Muted>
          <Button variante="fantasma" misura="sm" icona={<IconRetry size={16} />} onClick={() => void renewCopie()}>
            {testi.aggiorna}
          </Button>
        </Row>
      )}
    </Stack>
  )
}

const ora = (iso: string) => new Intl.DateTimeFormat('it-IT', { timeStyle: 'short' }).format(new Date(iso))
