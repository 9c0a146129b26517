import { useCallback, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation, useSearch } from 'wouter'
import type { BancaLocale } from '#contract/database'
import type { Failure } from '#contract/result'
import type { Simulazione } from '#contract/schemas'
import type { Sfida } from '#contract/simulazioni'
import { hrefBanca, hrefSeduta } from '../../../app/hrefs.ts'
import { showError } from '../../../app/notices.ts'
import { DownloadStatus, type DownloadView } from '../../../components/DownloadStatus.tsx'
import { bancheState, loadBanche } from '../../../features/banche/banche-state.ts'
import { cancelDownload, downloadBanca, downloads } from '../../../features/banche/downloads.ts'
import { serverOrDeviceNow } from '../../../features/prove/start-prova.ts'
import { readSfida } from '../../../features/simulazioni/classifica.ts'
import { askSimulazione } from '../../../features/simulazioni/request.ts'
import {
  isElsewhere,
  isEnded,
  loadSimulazioni,
  type RunningSimulazione,
  simulazioniState,
} from '../../../features/simulazioni/simulazioni-state.ts'
import { beginSimulazione } from '../../../features/simulazioni/start-simulazione.ts'
import { network } from '../../../platform/network.ts'
import { statesText } from '../../../text/common.ts'
import { errorMessage } from '../../../text/errors.ts'
import { simulazioniText as elenco, sfidaText as testi } from '../../../text/simulazioni.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { Card, Muted, Row } from '../../../ui/base.tsx'
import { IconDownload, IconFlag, IconOffline, IconPlay, IconRetry, IconWarn } from '../../../ui/icons.ts'
import { Page } from '../../../ui/Page.tsx'
import { EmptyState, SkeletonCards } from '../../../ui/States.tsx'
import { Confronto } from './Confronto.tsx'
import css from './sfida.module.css'

/** `/esercitazione/sfida?sfida=CODICE`: the link of a challenge; the same draw, then the comparison. */
export default function SchermoSfida() {
  const codice = new URLSearchParams(useSearch()).get('sfida') ?? ''
  const { online } = useSnapshot(network)
  const [sfida, setSfida] = useState<Sfida | null>(null)
  const [guasto, setGuasto] = useState<Failure | null>(null)
  const leggi = useCallback(async () => {
    const esito = await readSfida(codice)
    setGuasto(esito.ok ? null : esito.error)
    if (!esito.ok) return
    setSfida(esito.value)
    void loadBanche()
    void loadSimulazioni(esito.value.id_concorso)
  }, [codice])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the network that is back answers
  useEffect(() => {
    void leggi()
  }, [leggi, online])
  const rotto = guasto && !sfida
  const persa = guasto?.codice === 'NON_TROVATO' || guasto?.codice === 'RICHIESTA_NON_VALIDA'
  return (
    <Page title={sfida ? (sfida.mia ? testi.mia : testi.ricevuta) : testi.titolo} back="/">
      {sfida ? (
        <Aperta sfida={sfida} online={online} onAggiorna={() => void leggi()} />
      ) : rotto ? (
        <EmptyState
          tone="errore"
          icon={online ? <IconWarn size={24} /> : <IconOffline size={24} />}
          title={testi.errore}
          text={persa ? testi.non_trovata : online ? errorMessage(guasto).text : testi.offline}
          actions={
            persa ? undefined : (
              <Button variant="primario" icon={<IconRetry size={20} />} onClick={() => void leggi()}>
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

function Aperta({ sfida, online, onAggiorna }: { sfida: Sfida; online: boolean; onAggiorna: () => void }) {
  const { io, mia, id_simulazione, id_concorso, descrizione } = sfida
  return (
    <Card aria-labelledby="sfida" className={css.invito}>
      <Row>
        <IconFlag size={20} />
        <h2 id="sfida">{descrizione}</h2>
      </Row>
      {io === null ? (
        <>
          <Muted>{testi.ricevuta_testo}</Muted>
          <Accetta id_concorso={id_concorso} id_simulazione={id_simulazione} codice={sfida.codice} online={online} />
        </>
      ) : (
        <>
          <Confronto sfida={sfida} />
          <Row wrap>
            <Button icon={<IconRetry size={20} />} disabled={!online} onClick={onAggiorna}>
              {testi.aggiorna}
            </Button>
            <ButtonLink href={mia ? hrefBanca(id_concorso) : '/'}>{mia ? testi.apri_banca : testi.home}</ButtonLink>
          </Row>
        </>
      )}
    </Card>
  )
}

/** The way in: the bank first, when it is not here, so that the time does not run while it comes. */
function Accetta({
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
  const { list: mie, fase } = useSnapshot(bancheState)
  const lista = useSnapshot(simulazioniState)
  const scarico = useSnapshot(downloads).by_banca[id_concorso] as DownloadView | undefined
  const banca = (mie as BancaLocale[]).find((b) => b.id_concorso === id_concorso)
  const simulazione = (lista.list as Simulazione[]).find((s) => s.id_simulazione === id_simulazione)
  const in_corso = (lista.in_corso as RunningSimulazione[]).find((l) => l.id_simulazione === id_simulazione)
  const scarica = async () => {
    const esito = await downloadBanca(id_concorso, simulazione?.concorso ?? '')
    if (!esito.ok && esito.error.codice !== 'DOWNLOAD_ANNULLATO')
      showError(esito.error, { riprova: () => void scarica() })
  }
  if (scarico)
    return (
      <DownloadStatus
        view={scarico}
        withName
        onCancel={() => void cancelDownload(id_concorso)}
        onResume={() => void scarica()}
      />
    )
  if (in_corso) return <Riprendi in_corso={in_corso} id_concorso={id_concorso} codice={codice} online={online} />
  const altrove = simulazione !== undefined && isElsewhere(simulazione, lista)
  if (lista.fase === 'pronte' && (!simulazione || (isEnded(simulazione, serverOrDeviceNow()) && !altrove)))
    return <p>{testi.scaduta}</p>
  if (!simulazione || (fase !== 'pronte' && fase !== 'guasto')) return <SkeletonCards count={1} />
  if (!banca || banca.n_domande === 0)
    return (
      <>
        <p>{testi.banca_manca}</p>
        <Button variant="primario" disabled={!online} icon={<IconDownload size={20} />} onClick={() => void scarica()}>
          {testi.scarica}
        </Button>
      </>
    )
  return (
    <>
      <p>
        {elenco.domande(simulazione.numero_domande)} · {simulazione.concorso}
      </p>
      <Button
        variant="primario"
        disabled={!online}
        icon={<IconPlay size={20} />}
        onClick={() => askSimulazione(simulazione, codice)}
      >
        {altrove ? testi.riprendi : testi.accetta}
      </Button>
    </>
  )
}

/** The sitting was open before the link came: beginning it again is the same sitting, which now answers the challenge. */
function Riprendi({
  in_corso: { id, id_simulazione },
  id_concorso,
  codice,
  online,
}: {
  in_corso: RunningSimulazione
  id_concorso: number
  codice: string
  online: boolean
}) {
  const [, navigate] = useLocation()
  const [inCorso, setInCorso] = useState(false)
  const riprendi = async () => {
    setInCorso(true)
    const esito = await beginSimulazione(id_simulazione, codice)
    setInCorso(false)
    // One that nobody can begin any more still goes on until its end.
    if (!esito.ok && esito.error.codice !== 'NON_TROVATO')
      return showError(esito.error, { riprova: () => void riprendi() })
    const pronta = esito.ok && esito.value.tipo === 'pronta' ? esito.value.prova : null
    navigate(hrefSeduta(pronta ?? { id, id_concorso, tipo: 'SIMULAZIONE' }))
  }
  return (
    <Button
      variant="primario"
      disabled={!online}
      busy={inCorso}
      icon={<IconPlay size={20} />}
      onClick={() => void riprendi()}
    >
      {testi.riprendi}
    </Button>
  )
}
