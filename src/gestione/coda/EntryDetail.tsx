import { type FormEvent, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { DettaglioCoda, TipoCoda } from '#contract/gestione/coda'
import type { Failure, Result } from '#contract/result'
import { stripHtml } from '#rules/text'
import { Button, ButtonLink, ExternalLink } from '../../ui/Button.tsx'
import { Card, Chip, Muted, Row, Stack } from '../../ui/base.tsx'
import { Checkbox, FieldError } from '../../ui/Field.tsx'
import { IconCheck, IconMail, IconOthers } from '../../ui/icons.ts'
import { callConsole } from '../api.ts'
import { ConsolePage } from '../ConsoleFrame.tsx'
import { consoleState } from '../console-session.ts'
import { ReadState } from '../ReadList.tsx'
import { consoleFailure } from '../text.ts'
import { useConsoleRead } from '../useConsoleRead.ts'
import { CloseDialog } from './CloseDialog.tsx'
import css from './coda.module.css'
import { EntryChips } from './Queue.tsx'
import { Replied, ReplyDialog } from './ReplyDialog.tsx'
import { codaText as texts } from './text.ts'

const when = new Intl.DateTimeFormat('it-IT', { dateStyle: 'medium', timeStyle: 'short' })

/** Runs an act that returns the entry; keeps the new entry, or the refusal. */
function useEntry(tipo: TipoCoda, id: string) {
  const read = useConsoleRead('voce_coda', { query: { tipo, id } })
  const [after, setAfter] = useState<DettaglioCoda | null>(null)
  const [refused, setRefused] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const run = async (act: () => Promise<Result<DettaglioCoda>>): Promise<Result<DettaglioCoda>> => {
    setBusy(true)
    const result = await act()
    setBusy(false)
    setRefused(result.ok ? null : result.error)
    if (result.ok) setAfter(result.value)
    return result
  }
  return { read, detail: after ?? read.data, refused, busy, run }
}

/** Shows an entry: people's texts, its subject, and the acts on it. */
export function EntryDetail({ tipo, id }: { tipo: TipoCoda; id: string }) {
  const search = useSearch()
  const [, navigate] = useLocation()
  const { read, detail, refused, busy, run } = useEntry(tipo, id)
  const [open, setOpen] = useState<'rispondi' | 'chiudi' | null>(null)
  const back = `/segnalazioni${search && `?${search}`}`
  if (!detail)
    return (
      <ConsolePage title={texts.titolo} back={back} backText={texts.torna}>
        <ReadState read={read} />
      </ConsolePage>
    )
  const { voce } = detail
  const take = (prendi: boolean) => run(() => callConsole('prendi_voce', { corpo: { tipo, id: voce.id, prendi } }))
  const merge = async (doppie: string[]) => {
    const merged = await callConsole('unisci_voci', { corpo: { tipo, id: voce.id, doppie } })
    if ((await run(async () => merged)).ok)
      if (merged.ok && merged.value.voce.id !== id)
        navigate(`/segnalazioni/${tipo}/${merged.value.voce.id}${search && `?${search}`}`, { replace: true })
  }
  return (
    <ConsolePage
      title={texts.argomento(voce.argomento)}
      back={back}
      backText={texts.torna}
      below={<EntryChips voce={voce} />}
      aside={
        voce.chiusa === null && (
          <Row wrap>
            <Button busy={busy} onClick={() => void take(!voce.mia)}>
              {voce.mia ? texts.lascia : voce.presa_da === null ? texts.prendi : texts.prendi_a}
            </Button>
            <Button icon={<IconMail size={20} />} onClick={() => setOpen('rispondi')}>
              {texts.rispondi}
            </Button>
            <Button variant="primario" icon={<IconCheck size={20} />} onClick={() => setOpen('chiudi')}>
              {texts.chiudi}
            </Button>
          </Row>
        )
      }
    >
      {refused && <FieldError text={consoleFailure(refused)} />}
      <Messages detail={detail} />
      {tipo === 'domanda' && <Question detail={detail} />}
      {detail.simili.length > 0 && <Alike detail={detail} busy={busy} onMerge={(ids) => void merge(ids)} />}
      <Replies detail={detail} />
      {open === 'rispondi' && <ReplyDialog detail={detail} run={run} onClose={() => setOpen(null)} />}
      {open === 'chiudi' && <CloseDialog voce={voce} run={run} onClose={() => setOpen(null)} />}
    </ConsolePage>
  )
}

const Messages = ({ detail: { messaggi, fatti, voce } }: { detail: DettaglioCoda }) => (
  <Card aria-labelledby="messaggi">
    <Stack>
      <h2 id="messaggi">{texts.messaggi}</h2>
      {voce.concorso !== null && <Muted>{voce.concorso}</Muted>}
      {fatti.map(({ nome, valore }) => (
        <p key={nome}>
          <b>{texts.fatti[nome]}</b>: {nome === 'link' ? <ExternalLink href={valore}>{valore}</ExternalLink> : valore}
        </p>
      ))}
      {messaggi.length === 0 && <Muted>{texts.senza_parole}</Muted>}
      {messaggi.map(({ quando, da, testo }) => (
        <div key={quando} className={css.messaggio}>
          <Muted small>
            <time dateTime={quando}>{when.format(new Date(quando))}</time> {da !== null && texts.da_chi(da)}
          </Muted>
          <p>{testo}</p>
        </div>
      ))}
    </Stack>
  </Card>
)

const Question = ({ detail: { domanda, voce } }: { detail: DettaglioCoda }) => (
  <Card aria-labelledby="domanda">
    <Stack>
      <h2 id="domanda">{texts.domanda}</h2>
      {domanda === null ? (
        <Muted>{texts.domanda_persa}</Muted>
      ) : (
        <>
          <p>
            <Muted as="span">{texts.numero(domanda.id_ufficiale ?? String(domanda.posizione))}</Muted>{' '}
            {stripHtml(domanda.testo)}
          </p>
          <ol className={css.risposte}>
            {domanda.risposte.map((risposta, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two answers may be equal
              <li key={i}>
                {stripHtml(risposta)} {i + 1 === domanda.corretta && <Chip tone="ok">{texts.chiave}</Chip>}
              </li>
            ))}
          </ol>
          {domanda.corretta === null && <Chip tone="avviso">{texts.senza_chiave}</Chip>}
          {voce.id_concorso !== null && consoleState.sessione?.ruolo !== 'assistenza' && (
            <Row>
              <ButtonLink href={`/banche/${voce.id_concorso}?domanda=${domanda.id_domanda}`}>
                {texts.correggi}
              </ButtonLink>
            </Row>
          )}
        </>
      )}
    </Stack>
  </Card>
)

function Alike({ detail, busy, onMerge }: { detail: DettaglioCoda; busy: boolean; onMerge: (ids: string[]) => void }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const ids = new FormData(event.currentTarget).getAll('doppia').map(String)
    if (ids.length > 0) onMerge(ids)
  }
  return (
    <Card aria-labelledby="simili">
      <Stack as="form" onSubmit={submit as never}>
        <h2 id="simili">{texts.simili}</h2>
        <Muted>{texts.simili_testo}</Muted>
        {detail.simili.map((s) => (
          <Checkbox key={s.id} name="doppia" value={s.id}>
            <b>{texts.argomento(s.argomento)}</b> {s.testo}
          </Checkbox>
        ))}
        <Row>
          <Button type="submit" busy={busy} icon={<IconOthers size={20} />}>
            {texts.unisci}
          </Button>
        </Row>
      </Stack>
    </Card>
  )
}

const Replies = ({ detail: { risposte } }: { detail: DettaglioCoda }) =>
  risposte.length === 0 ? null : (
    <Card aria-labelledby="risposte">
      <Stack>
        <h2 id="risposte">{texts.risposte}</h2>
        <Replied risposte={risposte} />
      </Stack>
    </Card>
  )
