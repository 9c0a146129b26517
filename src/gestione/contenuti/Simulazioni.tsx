import { useSearch } from 'wouter'
import type { SimulazioneGestita } from '#contract/gestione/simulazioni'
import { formatNumber } from '../../text/formats.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Chip, Row, Stack } from '../../ui/base.tsx'
import { IconNews, IconPlus } from '../../ui/icons.ts'
import { callConsole } from '../api.ts'
import { ReadList } from '../ReadList.tsx'
import type { Column } from '../Table.tsx'
import { ActEnd, useAct } from '../useAct.tsx'
import { useConsoleRead } from '../useConsoleRead.ts'
import { simulazioneText as texts } from './simulazione-text.ts'

type Action = 'chiudi' | 'ritira' | 'riapri'
const TONES = { aperta: 'ok', programmata: 'primario', finita: 'neutro', ritirata: 'avviso' } as const

/** State of a simulation now. */
function stateOf({ attiva, apertura, scadenza }: SimulazioneGestita, now: Date): keyof typeof TONES {
  if (!attiva) return 'ritirata'
  if (scadenza !== null && new Date(scadenza) <= now) return 'finita'
  return new Date(apertura) > now ? 'programmata' : 'aperta'
}

/** Acts of each state. A candidate who has begun goes on after any of them. */
const ACTIONS: Readonly<Record<keyof typeof TONES, readonly Action[]>> = {
  aperta: ['chiudi', 'ritira'],
  programmata: ['ritira'],
  finita: ['riapri', 'ritira'],
  ritirata: ['riapri'],
}

const columnsOf = (now: Date): readonly Column<SimulazioneGestita>[] => [
  { name: texts.descrizione, cell: (s) => s.descrizione },
  { name: texts.banca, cell: (s) => s.concorso },
  {
    name: texts.stato,
    cell: (s) => {
      const state = stateOf(s, now)
      return <Chip tone={TONES[state]}>{texts.stati[state]}</Chip>
    },
  },
  { name: texts.periodo, cell: (s) => texts.dal_al(s.apertura, s.scadenza) },
  { name: texts.domande, cell: (s) => formatNumber(s.domande) },
  { name: texts.persone, cell: (s) => formatNumber(s.persone) },
]

/** Official simulations: composing one, closing, withdrawing, reopening. */
export function Simulazioni() {
  const read = useConsoleRead('simulazioni_gestite', {})
  const made = new URLSearchParams(useSearch()).get('fatta')
  const act = useAct(read.reload)
  const now = new Date()
  const change = ({ id, descrizione }: SimulazioneGestita, azione: Action) =>
    void act.run(
      `${azione} ${id}`,
      () => callConsole('cambia_simulazione', { corpo: { id, azione } }),
      () => texts.fatta(texts.fatto[azione], descrizione),
    )
  const actions: Column<SimulazioneGestita> = {
    name: texts.azioni,
    cell: (s) => (
      <Row wrap>
        {ACTIONS[stateOf(s, now)].map((azione) => (
          <Button
            key={azione}
            size="sm"
            label={texts.azione(texts[azione], s.descrizione)}
            busy={act.busy === `${azione} ${s.id}`}
            onClick={() => change(s, azione)}
          >
            {texts[azione]}
          </Button>
        ))}
      </Row>
    ),
  }
  const fresh = read.data?.elementi.find(({ id }) => String(id) === made)
  return (
    <Stack>
      <Row>
        <ButtonLink href="/contenuti/simulazione" variant="primario" icon={<IconPlus size={20} />}>
          {texts.componi}
        </ButtonLink>
      </Row>
      {fresh && act.done === null && (
        <p role="status">
          {stateOf(fresh, now) === 'programmata'
            ? texts.programmata(fresh.descrizione, fresh.apertura)
            : texts.pubblicata(fresh.descrizione)}
        </p>
      )}
      <ActEnd act={act} />
      <ReadList
        read={read}
        label={texts.scheda}
        columns={[...columnsOf(now), actions]}
        keyOf={(s) => s.id}
        empty={{ icon: <IconNews size={24} />, title: texts.vuoto, text: texts.vuoto_testo }}
        partial={texts.prime}
      />
    </Stack>
  )
}
