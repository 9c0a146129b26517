import { useMemo } from 'react'
import type { CifreOggi, Controllo } from '#contract/gestione/oggi'
import { formatNumber, formatToday } from '../../text/formats.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Card, Chip, Muted, Stack } from '../../ui/base.tsx'
import { CardHead } from '../../ui/CardHead.tsx'
import { IconRetry } from '../../ui/icons.ts'
import { ConsolePage } from '../ConsoleFrame.tsx'
import { ReadState } from '../ReadList.tsx'
import { Table } from '../Table.tsx'
import { useConsoleRead } from '../useConsoleRead.ts'
import { useSectionHref } from '../useSectionHref.ts'
import { formatHour } from '../when.ts'
import { Figures } from './Figures.tsx'
import css from './oggi.module.css'
import { todayText as texts } from './text.ts'

/** The console's first screen: how things stand, and what to do. */
export default function OggiScreen() {
  const figures = useConsoleRead('oggi', {})
  const checks = useConsoleRead('controlli', {})
  // biome-ignore lint/correctness/useExhaustiveDependencies: the instant of the last read
  const readAt = useMemo(() => new Date(), [figures.data])
  const refresh = async () => void (await Promise.all([figures.reload(), checks.reload()]))
  return (
    <ConsolePage
      title={texts.titolo}
      below={
        <Muted>
          {formatToday(readAt)}. {figures.data && texts.letto(formatHour(readAt))}
        </Muted>
      }
      aside={
        <Button icon={<IconRetry size={20} />} onClick={() => void refresh()}>
          {texts.aggiorna}
        </Button>
      }
    >
      <ReadState read={{ ...figures, reload: refresh }}>
        {(oggi) => <Figures oggi={oggi} controlli={checks.data?.elementi ?? null} />}
      </ReadState>
      <Card id="controlli" aria-labelledby="controlli-t">
        <Stack>
          <CardHead id="controlli-t" title={texts.controlli} text={texts.controlli_testo} />
          <ReadState read={checks} cards={1}>
            {({ elementi }) => <Checks rows={elementi} />}
          </ReadState>
        </Stack>
      </Card>
      {figures.data && <Problems problemi={figures.data.problemi} />}
    </ConsolePage>
  )
}

const ORDER = { guasto: 0, avviso: 1, ok: 2 } as const
const TONES = { guasto: 'errore', avviso: 'avviso', ok: 'ok' } as const
/** Sections where a finding is mended. */
const MENDED: Readonly<Record<string, string>> = {
  posta: '/posta',
  denaro: '/denaro?parte=eventi',
  backup: '/installazione',
  configurazione: '/installazione',
}

function Checks({ rows }: { rows: readonly Controllo[] }) {
  const hrefOf = useSectionHref()
  const sorted = [...rows].sort((a, b) => ORDER[a.esito] - ORDER[b.esito])
  return (
    <ul className={css.controlli}>
      {sorted.map(({ esito, voce, detto }) => {
        const name = texts.voci[voce] ?? voce
        const path = MENDED[voce]
        const section = esito === 'ok' || path === undefined ? null : hrefOf(path)
        return (
          <li key={`${voce} ${detto}`} className={css.controllo}>
            <Chip tone={TONES[esito]}>{texts.esiti[esito]}</Chip>
            <strong>{name}</strong>
            <p>{texts.frase(detto)}</p>
            {section && path && (
              <ButtonLink size="sm" href={path}>
                {texts.apri(section.text)}
              </ButtonLink>
            )}
          </li>
        )
      })}
    </ul>
  )
}

const COLUMNS = [
  { name: texts.codice, cell: (p: CifreOggi['problemi']['elementi'][number]) => <code>{p.codice}</code> },
  {
    name: texts.genere,
    cell: (p: CifreOggi['problemi']['elementi'][number]) => (p.guasto ? texts.genere_guasto : texts.genere_rifiuto),
  },
  { name: texts.quante, cell: (p: CifreOggi['problemi']['elementi'][number]) => formatNumber(p.n) },
]

const Problems = ({ problemi }: { problemi: CifreOggi['problemi'] }) => (
  <Stack id="problemi">
    <CardHead id="problemi-t" title={texts.problemi} text={texts.problemi_testo} />
    <Table
      label={texts.problemi}
      columns={COLUMNS}
      rows={problemi.elementi}
      keyOf={(p) => `${p.guasto} ${p.codice}`}
      empty={texts.problemi_vuoti}
    />
  </Stack>
)
