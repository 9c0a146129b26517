import { useState } from 'react'
import type { ConsoleResponseOf } from '#contract/gestione'
import type { CopiaDatata, LavoroLungo } from '#contract/gestione/installazione'
import type { Result } from '#contract/result'
import { formatBytes } from '../../text/formats.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip, Muted, Row, Spinner, Stack } from '../../ui/base.tsx'
import { CardHead } from '../../ui/CardHead.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { IconSpace } from '../../ui/icons.ts'
import { EmptyState } from '../../ui/States.tsx'
import { callConsole } from '../api.ts'
import { ReadState, Stale } from '../ReadList.tsx'
import { type Column, Table } from '../Table.tsx'
import { ActEnd, useAct } from '../useAct.tsx'
import { useConsoleRead } from '../useConsoleRead.ts'
import { useLook } from '../useLook.ts'
import { formatMoment } from '../when.ts'
import { installazioneText as texts } from './text.ts'

/** Time, in ms, between two looks at a work that is under way. */
const LOOK_MS = 2_000

/** Dated backups: one more now, and the rehearsal of a restore. A work goes on without this page. */
export function Backups() {
  const read = useConsoleRead('copie', {})
  const { data, reload } = read
  const [rehearsing, setRehearsing] = useState<string | null>(null)
  const act = useAct(reload)
  const isRunning = data?.lavori.some(({ stato }) => stato === 'in_corso' || stato === 'annullamento') ?? false
  useLook(read, isRunning, LOOK_MS)
  const run = (name: string, begin: () => Promise<Result<null>>, done: string) => void act.run(name, begin, () => done)
  const cancel = (lavoro: LavoroLungo['lavoro']) =>
    run('annulla', () => callConsole('annulla_lavoro', { corpo: { lavoro } }), texts.annullo)
  if (!data) return <ReadState read={read} />
  if (data.cartella === null)
    return <EmptyState icon={<IconSpace size={24} />} title={texts.senza_cartella} text={texts.senza_cartella_testo} />
  const actions: Column<CopiaDatata> = {
    name: texts.azioni,
    cell: ({ nome }) => (
      <Button size="sm" label={texts.prova_di(nome)} disabled={isRunning} onClick={() => setRehearsing(nome)}>
        {texts.prova}
      </Button>
    ),
  }
  return (
    <Stack>
      <Stale failure={read.failure} {...(!isRunning && { onRetry: () => void reload() })} />
      <Row spread wrap>
        <Muted>
          {texts.copie_testo(data.cartella, data.ora)} {data.sigillate ? texts.sigillate : texts.non_sigillate}
        </Muted>
        <Button
          variant="primario"
          icon={<IconSpace size={20} />}
          busy={act.busy === 'backup'}
          disabled={isRunning}
          onClick={() => run('backup', () => callConsole('backup_ora', { corpo: {} }), texts.fatto)}
        >
          {texts.fai}
        </Button>
      </Row>
      <ActEnd act={act} />
      <Works rows={data.lavori} busy={act.busy !== null} onCancel={cancel} />
      <Table
        label={texts.copie}
        columns={[...FILES, actions]}
        rows={data.elementi}
        keyOf={(c) => c.nome}
        empty={{ icon: <IconSpace size={24} />, title: texts.copie_vuote, text: texts.copie_vuote_testo }}
      />
      {rehearsing !== null && (
        <ConfirmDialog
          title={texts.prova_titolo}
          no={texts.lascia}
          yes={texts.prova_si}
          onNo={() => setRehearsing(null)}
          onYes={() => {
            setRehearsing(null)
            run('prova', () => callConsole('prova_ripristino', { corpo: { file: rehearsing } }), texts.provata)
          }}
        >
          {texts.prova_testo(rehearsing)}
        </ConfirmDialog>
      )}
    </Stack>
  )
}

const FILES: readonly Column<CopiaDatata>[] = [
  { name: texts.file, cell: (c) => <code>{c.nome}</code> },
  { name: texts.scritto, cell: (c) => formatMoment(c.scritto) },
  { name: texts.byte, cell: (c) => formatBytes(c.byte) },
]

const TONES = {
  in_corso: 'primario',
  annullamento: 'avviso',
  riuscito: 'ok',
  fallito: 'errore',
  annullato: 'neutro',
  interrotto: 'avviso',
} as const

function sayOutcome({ stato, esito }: LavoroLungo): string | null {
  if (stato === 'interrotto') return texts.interrotto
  if (stato === 'annullato') return texts.niente_resta
  if (!esito) return null
  if (esito.motivo !== null) return esito.motivo
  const missing = esito.figure_mancanti.length
  const found = texts.contenuto(esito.righe, esito.tabelle, esito.pacchetti)
  return missing > 0 ? `${found}. ${texts.incompleto(missing)}` : found
}

const WORKS: readonly Column<LavoroLungo>[] = [
  { name: texts.lavoro, cell: (w) => (w.file ? `${texts.nomi[w.lavoro]}: ${w.file}` : texts.nomi[w.lavoro]) },
  { name: texts.iniziato, cell: (w) => formatMoment(w.iniziato) },
  { name: texts.finito, cell: (w) => w.finito && formatMoment(w.finito) },
  {
    name: texts.stato,
    cell: ({ stato }) => (
      <Chip tone={TONES[stato]} icon={stato === 'in_corso' || stato === 'annullamento' ? <Spinner /> : undefined}>
        {texts.stati[stato]}
      </Chip>
    ),
  },
  { name: texts.esito, cell: sayOutcome },
]

type WorksProps = {
  rows: ConsoleResponseOf<'copie'>['lavori']
  busy: boolean
  onCancel: (lavoro: LavoroLungo['lavoro']) => void
}

function Works({ rows, busy, onCancel }: WorksProps) {
  if (rows.length === 0) return null
  const isCancellable = rows.some(({ stato }) => stato === 'in_corso')
  const actions: Column<LavoroLungo> = {
    name: texts.azioni,
    cell: ({ lavoro, stato }) =>
      stato === 'in_corso' && (
        <Button size="sm" label={texts.annulla_di(lavoro)} disabled={busy} onClick={() => onCancel(lavoro)}>
          {texts.annulla}
        </Button>
      ),
  }
  return (
    <Stack>
      <CardHead id="lavori-lunghi" title={texts.lavori} text={texts.lavori_testo} />
      <Table
        label={texts.lavori}
        columns={isCancellable ? [...WORKS, actions] : WORKS}
        rows={rows}
        keyOf={(w) => w.lavoro}
      />
    </Stack>
  )
}
