import { useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Persona } from '#contract/gestione/persone'
import { formatDate, formatEuro } from '../../text/formats.ts'
import { Button } from '../../ui/Button.tsx'
import { Band, Card, Chip, Muted, Stack } from '../../ui/base.tsx'
import { Facts } from '../../ui/CardHead.tsx'
import { IconWarn } from '../../ui/icons.ts'
import { callConsole } from '../api.ts'
import { ConsolePage } from '../ConsoleFrame.tsx'
import { consoleState } from '../console-session.ts'
import css from '../gestione.module.css'
import { ReadState } from '../ReadList.tsx'
import { type Column, Table } from '../Table.tsx'
import { roleText } from '../text.ts'
import { ActEnd, useAct } from '../useAct.tsx'
import { useConsoleRead } from '../useConsoleRead.ts'
import { formatMoment } from '../when.ts'
import { type Asked, PersonaActs } from './PersonaActs.tsx'
import { personeText as texts } from './text.ts'

const at = (iso: string | null): string | null => (iso === null ? null : formatMoment(iso))
const yesNo = (is: boolean): string => (is ? texts.si : texts.no)

const factsOf = (p: Persona): [string, string][] => [
  [texts.email, `${p.email} (${p.email_verificata ? texts.verificata : texts.da_verificare})`],
  ...(p.email_nuova === null ? [] : [[texts.nuova, p.email_nuova] as [string, string]]),
  [texts.stato, texts.stati[p.stato]],
  ...(p.ruolo === null ? [] : [[texts.ruolo, roleText[p.ruolo]] as [string, string]]),
  [texts.livello, texts.livelli[p.livello]],
  [texts.scadenza, p.scadenza === null ? texts.senza_scadenza : formatDate(p.scadenza)],
  [texts.registrata, formatDate(p.registrata)],
  [texts.tempo, String(p.tempo_aggiuntivo)],
  [texts.password, yesNo(p.con_password)],
  [texts.secondo, yesNo(p.secondo_fattore)],
]

type Of<K extends keyof Persona> = Persona[K] extends (infer R)[] ? R : never

const SESSIONS: readonly Column<Of<'sessioni'>>[] = [
  { name: texts.nome, cell: (s) => s.dispositivo },
  { name: texts.creata, cell: (s) => at(s.creata) },
  { name: texts.ultimo, cell: (s) => at(s.ultimo_uso) },
  { name: texts.scade, cell: (s) => at(s.scade) },
]
const LOGINS: readonly Column<Of<'identita'>>[] = [
  { name: texts.nome, cell: (i) => i.social },
  { name: texts.email, cell: (i) => i.email },
  { name: texts.collegata, cell: (i) => at(i.collegata) },
]
const PURCHASES: readonly Column<Of<'acquisti'>>[] = [
  { name: texts.durata, cell: (a) => a.durata },
  { name: texts.prezzo, cell: (a) => formatEuro(a.prezzo) },
  { name: texts.stato, cell: (a) => a.stato },
  { name: texts.fornitore, cell: (a) => a.fornitore },
  { name: texts.creato, cell: (a) => at(a.creato) },
  { name: texts.pagato, cell: (a) => at(a.pagato) },
  { name: texts.fine, cell: (a) => at(a.fine) },
]
const MAIL_TONES = { attesa: 'neutro', riprova: 'avviso', inviata: 'ok', abbandonata: 'errore' } as const
const MAILS: readonly Column<Of<'posta'>>[] = [
  { name: texts.mail, cell: (m) => texts.tipi_mail[m.tipo] },
  { name: texts.quando, cell: (m) => at(m.quando) },
  {
    name: texts.esito,
    cell: (m) => (
      <>
        <Chip tone={MAIL_TONES[m.esito]}>
          {m.esito === 'riprova' && m.prossimo !== null
            ? texts.riprova_alle(at(m.prossimo) ?? '')
            : texts.esiti_mail[m.esito]}
        </Chip>
        {m.motivo !== null && <Muted small>{m.motivo}</Muted>}
      </>
    ),
  },
]
const LINKS: readonly Column<Of<'link'> & { n: number }>[] = [
  { name: texts.tipo, cell: (l) => texts.tipi_link[l.tipo] ?? l.tipo },
  { name: texts.creato, cell: (l) => at(l.creato) },
  { name: texts.scade, cell: (l) => at(l.scade) },
  { name: texts.usato, cell: (l) => at(l.usato) },
]

const List = <R,>({ label, ...table }: Parameters<typeof Table<R>>[0]) => (
  <Stack>
    <h2>{label}</h2>
    <Table label={label} empty={texts.niente} {...table} />
  </Stack>
)

/** Shows an account whole; opening it is an act of the audit. */
export function PersonaView({ id }: { id: number }) {
  const read = useConsoleRead('persona', { query: { id } })
  const [changed, setChanged] = useState<Persona | null>(null)
  const readAgain = async () => {
    await read.reload()
    setChanged(null)
  }
  return (
    <ConsolePage title={texts.persona(id)} back="/persone">
      <ReadState read={read}>
        {(data) => <Details persona={changed ?? data} onChanged={setChanged} reload={readAgain} />}
      </ReadState>
    </ConsolePage>
  )
}

type DetailsProps = { persona: Persona; onChanged: (next: Persona) => void; reload: () => Promise<void> }

function Details({ persona, onChanged, reload }: DetailsProps) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const devices: readonly Column<Of<'dispositivi'>>[] = [
    { name: texts.nome, cell: (d) => d.dispositivo },
    { name: texts.sistema, cell: (d) => d.sistema_operativo },
    { name: texts.primo, cell: (d) => at(d.primo_uso) },
    { name: texts.ultimo, cell: (d) => at(d.ultimo_uso) },
    {
      name: texts.operazioni,
      cell: (d) => (
        <Button
          size="sm"
          label={`${texts.libera} ${d.dispositivo}`}
          onClick={() => setAsked({ act: 'persona_dispositivo', id_dispositivo: d.id })}
        >
          {texts.libera}
        </Button>
      ),
    },
  ]
  return (
    <>
      {persona.da_eliminare && (
        <Band tone="errore" icon={<IconWarn size={20} />}>
          {texts.eliminazione(at(persona.da_eliminare) ?? '')}
        </Band>
      )}
      <Card>
        <Facts className={css.fatti} rows={factsOf(persona)} />
      </Card>
      <PersonaActs persona={persona} asked={asked} onAsk={setAsked} onChanged={onChanged} />
      <List label={texts.dispositivi} columns={devices} rows={persona.dispositivi} keyOf={(d) => d.id} />
      <List label={texts.sessioni} columns={SESSIONS} rows={persona.sessioni} keyOf={(s) => s.id} />
      <List label={texts.identita} columns={LOGINS} rows={persona.identita} keyOf={(i) => i.social} />
      <List label={texts.acquisti} columns={PURCHASES} rows={persona.acquisti} keyOf={(a) => a.id} />
      <Mails rows={persona.posta} reload={reload} />
      <List label={texts.link} columns={LINKS} rows={persona.link.map((l, n) => ({ ...l, n }))} keyOf={(l) => l.n} />
    </>
  )
}

/** Mails of the account; a role with that right sends one again here. No server holds a row with a reason. */
function Mails({ rows, reload }: { rows: Persona['posta']; reload: () => Promise<void> }) {
  const { sessione } = useSnapshot(consoleState)
  const act = useAct(reload)
  const retry = (id: number) =>
    void act.run(
      String(id),
      () => callConsole('riprova_invio', { corpo: { id } }),
      () => texts.rimandata,
    )
  const actions: Column<Of<'posta'>> = {
    name: texts.operazioni,
    cell: ({ id, tipo, motivo }) =>
      motivo === null ? null : (
        <Button
          size="sm"
          label={`${texts.rimanda_mail}: ${texts.tipi_mail[tipo]}`}
          busy={act.busy === String(id)}
          onClick={() => retry(id)}
        >
          {texts.rimanda_mail}
        </Button>
      ),
  }
  const acts = sessione?.ruolo === 'gestore' && rows.some(({ motivo }) => motivo !== null)
  return (
    <>
      <List
        label={texts.posta}
        empty={texts.niente_posta}
        columns={acts ? [...MAILS, actions] : MAILS}
        rows={rows}
        keyOf={(m) => m.id}
      />
      {(acts || act.done !== null) && <ActEnd act={act} />}
    </>
  )
}
