import { useState } from 'react'
import type { ConsoleResponseOf } from '#contract/gestione'
import type { Differenza } from '#contract/gestione/denaro'
import type { Result } from '#contract/result'
import { formatEuro } from '../../text/formats.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Chip, Muted, Row, Stack } from '../../ui/base.tsx'
import { CardHead } from '../../ui/CardHead.tsx'
import { callConsole } from '../api.ts'
import { Failed } from '../ReadList.tsx'
import { type Column, Table } from '../Table.tsx'
import { ActEnd, useAct } from '../useAct.tsx'
import { formatMoment } from '../when.ts'
import { denaroText as texts } from './text.ts'

type Read = ConsoleResponseOf<'differenze'>

const cents = (value: number | null): string => (value === null ? texts.ignoto : formatEuro(value))

const INFO: readonly Column<Differenza>[] = [
  { name: texts.differenza, cell: (d) => <Chip tone="avviso">{texts.differenze_tipi[d.tipo]}</Chip> },
  { name: texts.acquisto, cell: (d) => (d.id_acquisto === null ? texts.ignoto : texts.numero_di(d.id_acquisto)) },
  { name: texts.pagamento, cell: (d) => d.pagamento && <code>{d.pagamento}</code> },
  { name: texts.data, cell: (d) => formatMoment(d.quando) },
  { name: texts.la, cell: (d) => cents(d.la) },
  { name: texts.qui, cell: (d) => cents(d.qui) },
]

/** Differences with the provider, read when they are asked for, each with its remedies. */
export function Differences({ onChange }: { onChange: () => Promise<void> }) {
  const [read, setRead] = useState<Result<Read> | null>(null)
  const [isReading, setReading] = useState(false)
  const readNow = async () => {
    setReading(true)
    setRead(await callConsole('differenze'))
    setReading(false)
  }
  const act = useAct(() => Promise.all([readNow(), onChange()]))
  const align = (id: number) =>
    void act.run(
      `${id}`,
      () => callConsole('allinea_acquisto', { corpo: { id_acquisto: id } }),
      ({ stato }) => texts.allineato(id, stato && texts.stati[stato]),
    )
  const actions: Column<Differenza> = {
    name: texts.azioni,
    cell: (d) => <DifferenceAct difference={d} busy={act.busy === `${d.id_acquisto}`} onAlign={align} />,
  }
  return (
    <Stack>
      <CardHead id="differenze" title={texts.differenze_titolo} text={texts.differenze_testo} />
      <Row>
        <Button busy={isReading} onClick={() => void readNow()}>
          {read ? texts.rileggi : texts.leggi}
        </Button>
      </Row>
      <ActEnd act={act} />
      {read && !read.ok && <Failed failure={read.error} onRetry={() => void readNow()} />}
      {read?.ok && <Found read={read.value} columns={[...INFO, actions]} />}
    </Stack>
  )
}

function Found({ read: { fornitore, lettura }, columns }: { read: Read; columns: readonly Column<Differenza>[] }) {
  if (!lettura) return <p role="status">{texts.senza_fornitore[fornitore === 'PROVA' ? 'PROVA' : 'nessuno']}</p>
  const { dal, completa, pagamenti, rimborsi, totale, elementi } = lettura
  return (
    <Stack>
      <p role="status">{texts.letti(pagamenti, rimborsi, formatMoment(dal))}</p>
      {!completa && <Muted>{texts.incompleta}</Muted>}
      <Table
        label={texts.differenze_titolo}
        columns={columns}
        rows={elementi}
        keyOf={(d) => `${d.tipo} ${d.id_acquisto} ${d.pagamento}`}
        empty={texts.nessuna_differenza}
      />
      {elementi.length < totale && <Muted small>{texts.prime(elementi.length, totale)}</Muted>}
    </Stack>
  )
}

/** Offers the act that ends a difference; a payment without a purchase here is looked up at the provider. */
function DifferenceAct({
  difference: { tipo, id_acquisto },
  busy,
  onAlign,
}: {
  difference: Differenza
  busy: boolean
  onAlign: (id: number) => void
}) {
  if (id_acquisto === null) return <span>{texts.cerca_la}</span>
  if (tipo === 'pagato_la' || tipo === 'restituito_la')
    return (
      <Button size="sm" label={texts.allinea_uno(id_acquisto)} busy={busy} onClick={() => onAlign(id_acquisto)}>
        {texts.allinea}
      </Button>
    )
  return tipo === 'restituito_qui' ? (
    <ButtonLink size="sm" href="/posta?tipo=rimborso">
      {texts.apri_rimborsi}
    </ButtonLink>
  ) : (
    <ButtonLink size="sm" href={`/denaro?cerca=${id_acquisto}`} label={texts.apri_uno(id_acquisto)}>
      {texts.apri_acquisto}
    </ButtonLink>
  )
}
