import { useLocation, useSearch } from 'wouter'
import type { ConsoleResponseOf } from '#contract/gestione'
import { formatEuro, formatNumber } from '../../text/formats.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Band, Muted, Stack } from '../../ui/base.tsx'
import { CardHead } from '../../ui/CardHead.tsx'
import { IconWarn } from '../../ui/icons.ts'
import { callConsole } from '../api.ts'
import { ConsolePage, ConsoleTabs } from '../ConsoleFrame.tsx'
import { ReadState } from '../ReadList.tsx'
import { type Column, Table } from '../Table.tsx'
import { consoleText } from '../text.ts'
import { ActEnd, useAct } from '../useAct.tsx'
import { useConsoleRead } from '../useConsoleRead.ts'
import { formatMoment } from '../when.ts'
import { Acquisti } from './Acquisti.tsx'
import { Affiliati } from './Affiliati.tsx'
import { Differences } from './Differences.tsx'
import { PromoCodes } from './PromoCodes.tsx'
import { denaroText as texts } from './text.ts'

type Denaro = ConsoleResponseOf<'denaro'>
const PARTS = ['acquisti', 'eventi', 'differenze', 'promo', 'affiliati'] as const

/** Purchases and refunds, events of the provider, promo codes, affiliates. */
export default function DenaroScreen() {
  const read = useConsoleRead('denaro', {})
  const { data, reload } = read
  const search = useSearch()
  const [, navigate] = useLocation()
  const part = PARTS.find((known) => known === new URLSearchParams(search).get('parte')) ?? 'acquisti'
  return (
    <ConsolePage
      title={consoleText.denaro}
      below={data && <Muted>{texts.fornitore[data.fornitore ?? 'nessuno']}</Muted>}
    >
      <ReadState read={read}>
        {(denaro) => (
          <>
            <Refunds rimborsi={denaro.rimborsi} />
            <ConsoleTabs
              label={texts.schede}
              chosen={part}
              onSelect={(id) => navigate(id === 'acquisti' ? '/denaro' : `/denaro?parte=${id}`)}
              tabs={PARTS.map((id) => ({
                id,
                title: texts[id],
                content: () => <Part id={id} data={denaro} reload={reload} />,
              }))}
            />
          </>
        )}
      </ReadState>
    </ConsolePage>
  )
}

function Part({ id, data, reload }: { id: (typeof PARTS)[number]; data: Denaro; reload: () => Promise<void> }) {
  if (id === 'eventi') return <Events data={data} reload={reload} />
  if (id === 'differenze') return <Differences onChange={reload} />
  if (id === 'promo') return <PromoCodes />
  if (id === 'affiliati') return <Affiliati />
  return (
    <Stack>
      <States rows={data.stati} />
      <Acquisti onChange={() => void reload()} />
    </Stack>
  )
}

const Refunds = ({ rimborsi: { attesa, abbandonati } }: Pick<Denaro, 'rimborsi'>) =>
  attesa + abbandonati > 0 && (
    <Band
      tone={abbandonati > 0 ? 'errore' : 'avviso'}
      icon={<IconWarn size={20} />}
      action={
        <ButtonLink size="sm" href="/posta?tipo=rimborso">
          {texts.apri_rimborsi}
        </ButtonLink>
      }
    >
      {texts.rimborsi(attesa, abbandonati)}
    </Band>
  )

const STATES: readonly Column<Denaro['stati'][number]>[] = [
  { name: texts.stato, cell: (s) => texts.stati[s.stato] },
  { name: texts.quanti, cell: (s) => formatNumber(s.n) },
  { name: texts.importo, cell: (s) => formatEuro(s.importo) },
]

const States = ({ rows }: { rows: Denaro['stati'] }) => (
  <Stack>
    <CardHead id="riepilogo" title={texts.riepilogo} text={texts.riepilogo_testo} />
    <Table label={texts.riepilogo} columns={STATES} rows={rows} keyOf={(s) => s.stato} empty={texts.senza_acquisti} />
  </Stack>
)

const SEEN: readonly Column<Denaro['eventi'][number]>[] = [
  { name: texts.evento, cell: (e) => <code>{e.id}</code> },
  { name: texts.tipo, cell: (e) => <code>{e.tipo}</code> },
  { name: texts.ricevuto, cell: (e) => formatMoment(e.ricevuto) },
]
const FAILED: readonly Column<Denaro['eventi_falliti'][number]>[] = [
  ...SEEN,
  { name: texts.motivo, cell: (e) => e.motivo },
]

function Events({ data: { eventi, eventi_falliti }, reload }: { data: Denaro; reload: () => Promise<void> }) {
  const act = useAct(reload)
  const actions: Column<Denaro['eventi_falliti'][number]> = {
    name: texts.azioni,
    cell: ({ id }) => (
      <Button
        size="sm"
        label={texts.applica_uno(id)}
        busy={act.busy === id}
        onClick={() =>
          void act.run(
            id,
            () => callConsole('applica_evento', { corpo: { id_evento: id } }),
            ({ id_acquisto, stato }) => texts.applicato(id_acquisto, stato && texts.stati[stato]),
          )
        }
      >
        {texts.applica}
      </Button>
    ),
  }
  return (
    <Stack>
      <Stack>
        <CardHead id="falliti" title={texts.falliti} text={texts.falliti_testo} />
        <ActEnd act={act} />
        <Table
          label={texts.falliti}
          columns={[...FAILED, actions]}
          rows={eventi_falliti}
          keyOf={(e) => e.id}
          empty={texts.falliti_vuoti}
        />
      </Stack>
      <Stack>
        <CardHead id="visti" title={texts.visti} text={texts.visti_testo} />
        <Table label={texts.visti} columns={SEEN} rows={eventi} keyOf={(e) => e.id} empty={texts.visti_vuoti} />
      </Stack>
    </Stack>
  )
}
