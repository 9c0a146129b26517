import { useState } from 'react'
import type { ConsoleResponseOf } from '#contract/gestione'
import type { MateriaComponibile } from '#contract/gestione/simulazioni'
import type { Failure } from '#contract/result'
import type { WrittenSimulazione } from '#contract/written-simulazione'
import { readDuration } from '#rules/regolamento/duration'
import { readRegolamento } from '#rules/regolamento/read'
import { stripHtml } from '#rules/text'
import { formatDomande } from '../../text/formats.ts'
import { regoleText } from '../../text/prova.ts'
import { ruleLines } from '../../text/regolamento-lines.ts'
import { Button } from '../../ui/Button.tsx'
import { Band, Card, Muted, Row, Stack } from '../../ui/base.tsx'
import { FieldError } from '../../ui/Field.tsx'
import { callConsole } from '../api.ts'
import css from '../gestione.module.css'
import { consoleFailure } from '../text.ts'
import { problemsOf, type SimulazioneDraft, todayInItaly, toWritten } from './simulazione-draft.ts'
import { simulazioneText as texts } from './simulazione-text.ts'

type Trial = ConsoleResponseOf<'prova_simulazione'>

/** The rules as candidates read them before they begin. */
function linesOf(written: WrittenSimulazione): string[] {
  const { descrizione: _d, materie, apertura, scadenza, ...regole } = written
  const read = readRegolamento(regole)
  return [
    ...materie.map(({ materia, numero }) => `${materia}: ${formatDomande(numero)}.`),
    regoleText.durata(readDuration(written.durata ?? '') ?? 0),
    ...(read.ok ? ruleLines(read.regolamento, 0) : []),
    ...(apertura === undefined ? [] : [texts.dal_giorno(apertura)]),
    ...(scadenza === undefined ? [] : [texts.fino_giorno(scadenza)]),
  ]
}

/** The preview of a draft: its rules at each change, its questions on demand; then the publication. */
export function PreviewSimulazione({
  id_concorso,
  draft,
  materie,
  onPublished,
}: {
  id_concorso: number
  draft: SimulazioneDraft
  materie: readonly MateriaComponibile[]
  onPublished: (id: number) => void
}) {
  const [tried, setTried] = useState<{ of: string; trial: Trial } | null>(null)
  const [busy, setBusy] = useState<'prova' | 'pubblica' | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  if (Object.keys(problemsOf(draft, materie, todayInItaly())).length > 0)
    return (
      <Card aria-labelledby="anteprima-t">
        <Stack>
          <h2 id="anteprima-t">{texts.anteprima}</h2>
          <Muted>{texts.anteprima_attesa}</Muted>
        </Stack>
      </Card>
    )
  const simulazione = toWritten(draft, materie)
  const key = JSON.stringify(simulazione)
  const trial = tried?.of === key ? tried.trial : null
  const corpo = { id_concorso, simulazione }
  const read = async (): Promise<Trial | null> => {
    const result = await callConsole('prova_simulazione', { corpo })
    setFailure(result.ok ? null : result.error)
    if (!result.ok) return null
    setTried({ of: key, trial: result.value })
    return result.value
  }
  const look = async () => {
    setBusy('prova')
    await read()
    setBusy(null)
  }
  const publish = async () => {
    setBusy('pubblica')
    const fits = await read()
    if (fits?.difetti.length === 0) {
      const result = await callConsole('pubblica_simulazione', { corpo })
      if (result.ok) return onPublished(result.value.id)
      setFailure(result.error)
    }
    setBusy(null)
  }
  const isLater = draft.dal > todayInItaly()
  return (
    <Card aria-labelledby="anteprima-t">
      <Stack>
        <h2 id="anteprima-t">{texts.anteprima}</h2>
        <b>{simulazione.descrizione}</b>
        <ul>
          {linesOf(simulazione).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <div role="status">{trial && <Outcome trial={trial} />}</div>
        <div role="alert">
          <FieldError text={failure && consoleFailure(failure)} />
        </div>
        <Row wrap>
          <Button busy={busy === 'prova'} disabled={busy !== null} onClick={() => void look()}>
            {texts.estrai}
          </Button>
          <Button variant="primario" busy={busy === 'pubblica'} disabled={busy !== null} onClick={() => void publish()}>
            {isLater ? texts.programma : texts.pubblica}
          </Button>
        </Row>
      </Stack>
    </Card>
  )
}

function Outcome({ trial: { difetti, domande, campione } }: { trial: Trial }) {
  if (difetti.length > 0)
    return (
      <Band tone="errore">
        <p>{texts.non_si_puo}</p>
        <ul>
          {difetti.map((defect) => (
            <li key={defect}>{defect}</li>
          ))}
        </ul>
      </Band>
    )
  return (
    <Stack>
      <p>{texts.estratte(domande, campione.length)}</p>
      <ul className={css.righe}>
        {campione.map(({ posto, materia, testo, risposte }) => (
          <li key={posto}>
            <Muted small>{[texts.posto(posto), materia].filter((x) => x !== null).join(' · ')}</Muted>
            <p>{stripHtml(testo)}</p>
            <ol type="A">
              {risposte.map((risposta, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two answers may be equal
                <li key={place}>{stripHtml(risposta)}</li>
              ))}
            </ol>
          </li>
        ))}
      </ul>
    </Stack>
  )
}
