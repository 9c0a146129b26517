import type { ErroriLocali } from '#contract/database'
import { formatNumber } from '../../text/formats.ts'
import { martellaText as texts } from '../../text/martella.ts'
import { Button } from '../../ui/Button.tsx'
import { Muted } from '../../ui/base.tsx'
import { IconDrill } from '../../ui/icons.ts'
import css from './martella.module.css'

/** Errors of each kind with their drill [MB1][MB2]; kinds without any are left out. */
export function ErroriRows({
  errori: { mai, instabili, nere },
  busy,
  onStart,
}: {
  errori: Pick<ErroriLocali, 'mai' | 'instabili' | 'nere'>
  busy: boolean
  onStart: (id_domande: Iterable<number>) => void
}) {
  const kinds = { mai: [...mai], instabili: [...instabili], nere: nere.map((b) => b.id_domanda) }
  const shown = (['mai', 'instabili', 'nere'] as const).filter((kind) => kinds[kind].length > 0)
  if (shown.length === 0) return <Muted>{texts.nessuno}</Muted>
  return (
    <ul className={css.righe}>
      {shown.map((kind) => (
        <li key={kind}>
          <b className={css.quante}>{formatNumber(kinds[kind].length)}</b>
          <span>
            <b>{texts.quali[kind]}</b>
            <Muted small as="span">
              {texts.quali_sotto[kind]}
            </Muted>
          </span>
          <Button
            variant="tenue"
            size="sm"
            icon={<IconDrill size={16} />}
            label={texts.martella_quali(texts.quali[kind], kinds[kind].length)}
            disabled={busy}
            onClick={() => onStart(kinds[kind])}
          >
            {texts.martella}
          </Button>
        </li>
      ))}
    </ul>
  )
}
