import { useCallback, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation, useSearch } from 'wouter'
import type { BancaLocale } from '#contract/database'
import type { Failure } from '#contract/result'
import type { Simulazione } from '#contract/schemas'
import type { Sfida } from '#contract/simulazioni'
import { DownloadStatus, type DownloadView } from '../../components/DownloadStatus.tsx'
import { bancheState, loadBanche } from '../../domain/banche-state.ts'
import { cancelDownload, downloadBanca, downloads } from '../../domain/downloads.ts'
import { hrefBanca, hrefSeduta, hrefSimulazioni } from '../../domain/hrefs.ts'
import { askSimulazione } from '../../domain/simulazione-request.ts'
import {
  isElsewhere,
  isEnded,
  loadSimulazioni,
  type RunningSimulazione,
  simulazioniState,
} from '../../domain/simulazioni-state.ts'
import { beginSimulazione } from '../../domain/start-simulazione.ts'
import { network } from '../../platform/network.ts'
import { serverOrDeviceNow } from '../../platform/server-now.ts'
import { showError, showToast } from '../../session/notices.ts'
import { createLatestWins } from '../../store/latest-wins.ts'
import { statesText } from '../../text/common.ts'
import { errorMessage } from '../../text/errors.ts'
import { simulazioniText as simulazioniTexts, sfidaText as testi } from '../../text/simulazioni.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Card, Muted, Row } from '../../ui/base.tsx'
import { IconFlag, IconOffline, IconPlay, IconRetry, IconWarn } from '../../ui/icons.ts'
import { Page } from '../../ui/Page.tsx'
import { EmptyState, SkeletonCards } from '../../ui/States.tsx'
import { readSfida } from './read-classifica.ts'
import { SfidaComparison } from './SfidaComparison.tsx'
import css from './sfida.module.css'

const latest = createLatestWins()

/** Opens the link of a challenge, `/esercitazione/sfida?sfida=CODICE`: the same draw, then the comparison. */
export default function SfidaScreen() {
  const codice = new URLSearchParams(useSearch()).get('sfida') ?? ''
  return codice === '' ? <NoTicket /> : <NamedSfida codice={codice} />
}

/** Leads an address without a code to the list of simulations, and shows why. */
function NoTicket() {
  const search = useSearch()
  const [, navigate] = useLocation()
  useEffect(() => {
    showToast({ text: testi.senza_codice })
    navigate(hrefSimulazioni(search), { replace: true })
  }, [search, navigate])
  return (
    <Page title={testi.titolo} back="/">
      <SkeletonCards count={1} label={testi.caricamento} />
    </Page>
  )
}

function NamedSfida({ codice }: { codice: string }) {
  const { online } = useSnapshot(network)
  const [sfida, setSfida] = useState<Sfida | null>(null)
  const [error, setError] = useState<Failure | null>(null)
  const read = useCallback(async () => {
    const isLatest = latest(codice)
    const result = await readSfida(codice)
    if (!isLatest()) return
    setError(result.ok ? null : result.error)
    if (!result.ok) return
    setSfida(result.value)
    void loadBanche()
    void loadSimulazioni(result.value.id_concorso)
  }, [codice])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the network that is back answers
  useEffect(() => {
    void read()
  }, [read, online])
  const broken = error && !sfida
  const lost = error?.codice === 'NON_TROVATO' || error?.codice === 'RICHIESTA_NON_VALIDA'
  return (
    <Page title={sfida ? (sfida.mia ? testi.mia : testi.ricevuta) : testi.titolo} back="/">
      {sfida ? (
        <OpenSfida sfida={sfida} online={online} onRefresh={() => void read()} />
      ) : broken ? (
        <EmptyState
          tone="errore"
          icon={online ? <IconWarn size={24} /> : <IconOffline size={24} />}
          title={testi.errore}
          text={lost ? testi.non_trovata : online ? errorMessage(error).text : testi.offline}
          actions={
            lost ? undefined : (
              <Button variant="primario" icon={<IconRetry size={20} />} onClick={() => void read()}>
                {statesText.riprova}
              </Button>
            )
          }
        />
      ) : (
        <SkeletonCards count={1} label={testi.caricamento} />
      )}
    </Page>
  )
}

function OpenSfida({ sfida, online, onRefresh }: { sfida: Sfida; online: boolean; onRefresh: () => void }) {
  const { io: me, mia: own, id_simulazione, id_concorso, descrizione } = sfida
  return (
    <Card aria-labelledby="sfida" className={css.invito}>
      <Row>
        <IconFlag size={20} />
        <h2 id="sfida">{descrizione}</h2>
      </Row>
      {me === null ? (
        <>
          <Muted>{testi.ricevuta_testo}</Muted>
          <AcceptSfida
            id_concorso={id_concorso}
            id_simulazione={id_simulazione}
            codice={sfida.codice}
            online={online}
          />
        </>
      ) : (
        <>
          <SfidaComparison sfida={sfida} />
          <Row wrap>
            <Button icon={<IconRetry size={20} />} disabled={!online} onClick={onRefresh}>
              {testi.aggiorna}
            </Button>
            <ButtonLink href={own ? hrefBanca(id_concorso) : '/'}>{own ? testi.apri_banca : testi.home}</ButtonLink>
          </Row>
        </>
      )}
    </Card>
  )
}

/** Opens the dialog, which shows the cost of a missing bank for a demo (D41). The bank downloads before the time runs. */
function AcceptSfida({
  id_concorso,
  id_simulazione,
  codice,
  online,
}: {
  id_concorso: number
  id_simulazione: number
  codice: string
  online: boolean
}) {
  const { list: own, fase } = useSnapshot(bancheState)
  const simulazioni = useSnapshot(simulazioniState)
  const progress = useSnapshot(downloads).by_banca[id_concorso] as DownloadView | undefined
  const banca = (own as BancaLocale[]).find((b) => b.id_concorso === id_concorso)
  const simulazione = (simulazioni.list as Simulazione[]).find((s) => s.id_simulazione === id_simulazione)
  const running = (simulazioni.in_corso as RunningSimulazione[]).find((l) => l.id_simulazione === id_simulazione)
  const download = async () => {
    const result = await downloadBanca(id_concorso, simulazione?.concorso ?? '')
    if (!result.ok && result.error.codice !== 'DOWNLOAD_ANNULLATO')
      showError(result.error, { riprova: () => void download() })
  }
  if (progress)
    return (
      <DownloadStatus
        view={progress}
        withName
        onCancel={() => void cancelDownload(id_concorso)}
        onResume={() => void download()}
      />
    )
  if (running) return <ResumeSfida running={running} id_concorso={id_concorso} codice={codice} online={online} />
  const elsewhere = simulazione !== undefined && isElsewhere(simulazione, simulazioni)
  if (simulazioni.fase === 'pronte' && (!simulazione || (isEnded(simulazione, serverOrDeviceNow()) && !elsewhere)))
    return <p>{testi.scaduta}</p>
  if (!simulazione || (fase !== 'pronte' && fase !== 'guasto')) return <SkeletonCards count={1} />
  const away = !banca || banca.n_domande === 0
  return (
    <>
      <p>
        {simulazioniTexts.domande(simulazione.numero_domande)} · {simulazione.concorso}
      </p>
      {away && <p>{testi.banca_manca}</p>}
      <Button
        variant="primario"
        disabled={!online}
        icon={<IconPlay size={20} />}
        onClick={() => askSimulazione(simulazione, codice)}
      >
        {elsewhere ? testi.riprendi : testi.accetta}
      </Button>
    </>
  )
}

/** Begins again a sitting that was open before the link, which then counts for the challenge. */
function ResumeSfida({
  running: { id, id_simulazione },
  id_concorso,
  codice,
  online,
}: {
  running: RunningSimulazione
  id_concorso: number
  codice: string
  online: boolean
}) {
  const [, navigate] = useLocation()
  const [busy, setBusy] = useState(false)
  const resume = async () => {
    setBusy(true)
    const result = await beginSimulazione(id_simulazione, codice)
    setBusy(false)
    // Resume a simulation that has closed to new sittings, because an open one goes on until its end.
    if (!result.ok && result.error.codice !== 'NON_TROVATO')
      return showError(result.error, { riprova: () => void resume() })
    const ready = result.ok && result.value.tipo === 'pronta' ? result.value.prova : null
    navigate(hrefSeduta(ready ?? { id, id_concorso, tipo: 'SIMULAZIONE' }))
  }
  return (
    <Button
      variant="primario"
      disabled={!online}
      busy={busy}
      icon={<IconPlay size={20} />}
      onClick={() => void resume()}
    >
      {testi.riprendi}
    </Button>
  )
}
