import { useState } from 'react'
import { useSnapshot } from 'valtio'
import type { ConsoleResponseOf } from '#contract/gestione'
import type { Lavoro } from '#contract/gestione/posta'
import { formatNumber } from '../../text/formats.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip, Muted, Row, Stack } from '../../ui/base.tsx'
import { CardHead } from '../../ui/CardHead.tsx'
import { IconMail } from '../../ui/icons.ts'
import { ConsolePage } from '../ConsoleFrame.tsx'
import { consoleState } from '../console-session.ts'
import { ReadState } from '../ReadList.tsx'
import { type Column, Table } from '../Table.tsx'
import { useConsoleRead } from '../useConsoleRead.ts'
import { formatMoment } from '../when.ts'
import { Invii } from './Invii.tsx'
import { TrialMail } from './TrialMail.tsx'
import { postaText as texts } from './text.ts'

type Posta = ConsoleResponseOf<'posta'>

/** Mail queue and background work: counts, rows, failures with their reason. */
export default function PostaScreen() {
  const { sessione } = useSnapshot(consoleState)
  const read = useConsoleRead('posta', {})
  const [isTrying, setTrying] = useState(false)
  const acts = sessione?.ruolo === 'gestore'
  return (
    <ConsolePage
      title={texts.titolo}
      below={read.data && <Muted>{texts.modo[read.data.modo]}</Muted>}
      aside={
        acts && (
          <Button icon={<IconMail size={20} />} onClick={() => setTrying(true)}>
            {texts.prova}
          </Button>
        )
      }
    >
      <ReadState read={read}>
        {({ elementi, lavori }) => (
          <>
            <Queue rows={elementi} />
            <Invii acts={acts} onChange={() => void read.reload()} />
            <Works rows={lavori} />
          </>
        )}
      </ReadState>
      {isTrying && <TrialMail onClose={() => setTrying(false)} />}
    </ConsolePage>
  )
}

const QUEUE: readonly Column<Posta['elementi'][number]>[] = [
  { name: texts.tipo, cell: (r) => texts.tipi[r.tipo] },
  { name: texts.urgenza, cell: (r) => (r.urgente ? texts.urgente : texts.non_urgente) },
  { name: texts.attesa, cell: (r) => formatNumber(r.attesa) },
  { name: texts.riprova, cell: (r) => formatNumber(r.riprova) },
  { name: texts.abbandonata, cell: (r) => formatNumber(r.abbandonata) },
  { name: texts.ritardo, cell: (r) => (r.minuti > 0 ? texts.minuti(r.minuti) : texts.puntuale) },
]

const Queue = ({ rows }: { rows: Posta['elementi'] }) => (
  <Stack>
    <CardHead id="coda" title={texts.coda} text={texts.coda_testo} />
    <Table
      label={texts.coda}
      columns={QUEUE}
      rows={rows}
      keyOf={(r) => `${r.tipo} ${r.urgente}`}
      empty={{ icon: <IconMail size={24} />, title: texts.coda_vuota, text: texts.coda_vuota_testo }}
    />
  </Stack>
)

const WORKS: readonly Column<Lavoro>[] = [
  { name: texts.lavoro, cell: (w) => texts.nomi[w.nome] },
  { name: texts.quando, cell: (w) => (w.ultimo ? formatMoment(w.ultimo.quando) : texts.non_ancora) },
  { name: texts.durata, cell: (w) => w.ultimo && texts.secondi(w.ultimo.ms) },
  {
    name: texts.esito,
    cell: ({ ultimo }) =>
      ultimo && (
        <Row wrap>
          <Chip tone={ultimo.riuscito ? 'ok' : 'errore'}>{ultimo.riuscito ? texts.riuscito : texts.fallito}</Chip>
          {ultimo.motivo !== null && <span>{ultimo.motivo}</span>}
        </Row>
      ),
  },
]

const Works = ({ rows }: { rows: Posta['lavori'] }) => (
  <Stack>
    <CardHead id="lavori" title={texts.lavori} text={texts.lavori_testo} />
    <Table label={texts.lavori} columns={WORKS} rows={rows} keyOf={(w) => w.nome} />
  </Stack>
)
