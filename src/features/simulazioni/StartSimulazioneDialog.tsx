import { useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import type { Result } from '#contract/result'
import type { Simulazione, StatoLivello } from '#contract/schemas'
import { withTempoAggiuntivo } from '#rules/regolamento/duration'
import { bancheState, findBanca } from '../../domain/banche-state.ts'
import { downloadBanca, downloads } from '../../domain/downloads.ts'
import { extraTime, refreshExtraTime } from '../../domain/extra-time.ts'
import { hrefProfilo, hrefSeduta } from '../../domain/hrefs.ts'
import { livelloState, loadLivello } from '../../domain/livello.ts'
import { isElsewhere, simulazioniState } from '../../domain/simulazioni-state.ts'
import {
  beginSimulazione,
  enterSimulazione,
  listNotReady,
  type MissingBanca,
  type NotReadyBanca,
  neededOfDemo,
  type StartedSimulazione,
} from '../../domain/start-simulazione.ts'
import { showError, showToast } from '../../session/notices.ts'
import { extraTimeText } from '../../text/account.ts'
import { startSimulazioneText as texts } from '../../text/simulazioni.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Muted } from '../../ui/base.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { IconDownload, IconPlay, IconPremium } from '../../ui/icons.ts'
import { fullRegole, simulazioneDurata, simulazioneRegole } from './regole-in-words.ts'
import css from './simulazioni.module.css'

type Missing = Extract<StartedSimulazione, { tipo: 'mancano' }>

/** Dialog with the rules in words, then the start. When the draw needs banks that are not here, it names and downloads them. */
export default function StartSimulazioneDialog({
  simulazione: s,
  sfida,
  onClose,
}: {
  simulazione: Simulazione
  /** Code of the challenge that this attempt takes up. */
  sfida: string | null
  onClose: () => void
}) {
  const { percent } = useSnapshot(extraTime)
  const [, navigate] = useLocation()
  const [busy, setBusy] = useState(false)
  const [missing, setMissing] = useState<Missing | null>(null)
  // Banks just downloaded are the newest, even when published again since the list was read.
  const [fresh, setFresh] = useState<readonly number[]>([])
  const alive = useOpened()
  useSnapshot(bancheState)
  const list = useSnapshot(simulazioniState)
  const classificata = (list.esiti[s.id_simulazione]?.totale ?? 0) > 0
  const elsewhere = isElsewhere(s, list)
  const stato = useSnapshot(livelloState).stato as StatoLivello | null
  const left = stato?.quiz_rimasti ?? null
  const notReady = listNotReady(s, left, stato).filter((b) => b.perche !== 'vecchia' || !fresh.includes(b.id_concorso))
  const needed = s.in_corso ? null : neededOfDemo(s, stato)

  const settle = (result: Result<StartedSimulazione>, retry: () => void) => {
    if (!alive.current) return
    setBusy(false)
    if (!result.ok) return showError(result.error, { riprova: retry })
    if (result.value.tipo === 'mancano') return setMissing(result.value)
    // Abandoned attempts leave no outcome, so only the start reveals them.
    if (result.value.fuori_classifica && !classificata) showToast({ text: texts.gia_vista })
    onClose()
    navigate(hrefSeduta(result.value.prova))
  }
  const begin = async () => {
    setBusy(true)
    settle(await beginSimulazione(s.id_simulazione, sfida), () => void begin())
  }
  const prepare = async () => {
    setBusy(true)
    for (const { id_concorso, nome: name } of notReady) {
      const result = await downloadBanca(id_concorso, name)
      if (!result.ok) {
        if (result.error.codice !== 'DOWNLOAD_ANNULLATO') showError(result.error, { riprova: () => void prepare() })
        break
      }
      if (alive.current && findBanca(id_concorso)?.stato !== 3) setFresh((others) => [...others, id_concorso])
    }
    if (alive.current) setBusy(false)
  }
  const startDownload = async (data: Missing) => {
    const { avviata, banche, sfida: codice } = data
    setBusy(true)
    for (const { id_concorso, nome: name } of banche) {
      const result = await downloadBanca(id_concorso, name)
      if (result.ok) continue
      if (alive.current) setBusy(false)
      if (result.error.codice === 'DOWNLOAD_ANNULLATO') return
      return showError(result.error, { riprova: () => void startDownload(data) })
    }
    settle(await enterSimulazione(avviata, codice), () => void begin())
  }

  if (missing)
    return <MissingBanche data={missing} busy={busy} onClose={onClose} onDownload={() => void startDownload(missing)} />
  const [title = s.descrizione, ...rest] = s.descrizione.split(': ')
  const lines = conditionsOf(s, { elsewhere, ranked: classificata, percent })
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button variant="fantasma" onClick={onClose}>
            {texts.annulla}
          </Button>
          <StartAction
            notReady={notReady}
            elsewhere={elsewhere}
            busy={busy}
            onPrepare={() => void prepare()}
            onBegin={() => void begin()}
          />
        </>
      }
    >
      {rest.length > 0 && <Muted small>{rest.join(': ')}</Muted>}
      <Conditions
        notReady={notReady}
        elsewhere={elsewhere}
        lines={lines}
        cost={sayDemoCost(notReady.length > 0 ? needed : null, left)}
      />
      {percent === 0 && !elsewhere && <ExtraTimeWay />}
    </Dialog>
  )
}

/** Link to extra time, for a person with a right to it. */
const ExtraTimeWay = () => (
  <div>
    <ButtonLink variant="fantasma" size="sm" href={hrefProfilo('studio')}>
      {extraTimeText.diritto}
    </ButtonLink>
  </div>
)

/** Reads again the extra time and the tier. Returns a ref that is false once the dialog is gone. */
function useOpened() {
  const alive = useRef(true)
  useEffect(() => {
    alive.current = true
    void refreshExtraTime()
    void loadLivello()
    return () => {
      alive.current = false
    }
  }, [])
  return alive
}

/** Button of the next step, for a tier, the banks or the start. */
function StartAction({
  notReady,
  elsewhere,
  busy,
  onPrepare,
  onBegin,
}: {
  notReady: readonly NotReadyBanca[]
  elsewhere: boolean
  busy: boolean
  onPrepare: () => void
  onBegin: () => void
}) {
  if (notReady.some((b) => b.perche === 'negata'))
    return (
      <ButtonLink variant="primario" href="/premium" icon={<IconPremium size={20} />}>
        {texts.premium}
      </ButtonLink>
    )
  if (notReady.length > 0)
    return (
      <Button variant="primario" busy={busy} icon={<IconDownload size={20} />} onClick={onPrepare}>
        {notReady.every((b) => b.perche === 'vecchia') ? texts.aggiorna_ora : texts.scarica_ora}
      </Button>
    )
  return (
    <Button variant="primario" busy={busy} icon={<IconPlay size={20} />} onClick={onBegin}>
      {elsewhere ? texts.riprendi : texts.comincia}
    </Button>
  )
}

/** Returns the conditions of the attempt, one line each; fewer for an attempt that goes on from another device. */
function conditionsOf(
  s: Simulazione,
  { elsewhere, ranked, percent }: { elsewhere: boolean; ranked: boolean; percent: number },
): string[] {
  const durata = simulazioneDurata(s, simulazioneRegole(s))
  const head = texts.fissa(s.numero_domande)
  if (elsewhere) return [head, texts.orologio_corre, ...fullRegole(s, percent)]
  return [
    head,
    `${percent > 0 ? texts.tempo_in_piu(percent, withTempoAggiuntivo(durata, percent)) : texts.durata(durata)} ${texts.orologio}`,
    ...fullRegole(s, percent),
    s.pausa ? texts.con_pausa : texts.senza_pausa,
    ranked ? texts.gia_classificata : texts.classifica,
    ...(s.data_scadenza === null ? [] : [texts.fino_al(s.data_scadenza)]),
    texts.rete,
  ]
}

/** Returns the demo questions that the downloads would use, in words; null when they use none or there is no count. */
function sayDemoCost(needed: number | null, left: number | null): string | null {
  if (needed === null || left === null || needed === 0) return null
  return needed > left ? texts.demo_non_basta(needed, left) : texts.demo_usa(needed, left)
}

function Conditions({
  notReady,
  elsewhere,
  lines,
  cost,
}: {
  notReady: readonly NotReadyBanca[]
  elsewhere: boolean
  lines: readonly string[]
  cost: string | null
}) {
  return (
    <>
      {/* Focus starts at the head of the rules, because on a phone the button is below the fold. */}
      <p className={css.prima} tabIndex={-1} data-primo>
        <b>{elsewhere ? texts.prima_riprendi : texts.prima}</b>
      </p>
      {elsewhere && <p>{texts.riprendi_testo}</p>}
      {explainBefore(notReady, elsewhere).map((line) => (
        <p key={line}>{line}</p>
      ))}
      {cost !== null && <p>{cost}</p>}
      <DownloadNote banche={notReady} />
      <ul className={css.regole}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  )
}

const BEFORE_TEXT = {
  negata: texts.solo_parte,
  assente: texts.servono,
  vecchia: texts.da_aggiornare,
  parziale: texts.da_completare,
} as const

/** Returns what is missing here before the time runs; a bank denied to the account hides the rest. */
function explainBefore(banche: readonly NotReadyBanca[], elsewhere: boolean): string[] {
  const namesOf = (why: NotReadyBanca['perche']) => banche.filter((b) => b.perche === why).map((b) => b.nome)
  if (namesOf('negata').length > 0) return [BEFORE_TEXT.negata(namesOf('negata'))]
  // Clock of an attempt elsewhere already runs, so only absent banks count.
  if (elsewhere) return banche.length === 0 ? [] : [texts.assenti(namesOf('assente'))]
  return (['assente', 'vecchia', 'parziale'] as const).flatMap((why) =>
    namesOf(why).length === 0 ? [] : [BEFORE_TEXT[why](namesOf(why))],
  )
}

/** Names the bank that is being downloaded. */
function DownloadNote({ banche: awaited }: { banche: readonly Pick<MissingBanca, 'id_concorso' | 'nome'>[] }) {
  const { by_banca } = useSnapshot(downloads)
  const current = awaited.find((b) => by_banca[b.id_concorso])
  return <p role="status">{current ? `${texts.scarico}: ${current.nome}` : ''}</p>
}

const MISSING_TEXT = { assente: texts.assenti, parziale: texts.parziali, vecchia: texts.vecchie } as const

function MissingBanche({
  data: missing,
  busy,
  onClose,
  onDownload,
}: {
  data: Missing
  busy: boolean
  onClose: () => void
  onDownload: () => void
}) {
  const lines = (['assente', 'vecchia', 'parziale'] as const).flatMap((why) => {
    const namesOf = missing.banche.filter((b) => b.perche === why).map((b) => b.nome)
    return namesOf.length === 0 ? [] : [MISSING_TEXT[why](namesOf)]
  })
  const scaricabile = missing.banche.every((b) => b.perche !== 'parziale')
  return (
    <Dialog
      title={texts.mancano_titolo}
      onClose={onClose}
      actions={
        <>
          <Button variant="fantasma" onClick={onClose}>
            {texts.annulla}
          </Button>
          {scaricabile && (
            <Button variant="primario" data-primo busy={busy} icon={<IconDownload size={20} />} onClick={onDownload}>
              {texts.scarica}
            </Button>
          )}
        </>
      }
    >
      {lines.map((f) => (
        <p key={f}>{f}</p>
      ))}
      {scaricabile && <p>{texts.mancano_corre}</p>}
      <DownloadNote banche={missing.banche} />
    </Dialog>
  )
}
