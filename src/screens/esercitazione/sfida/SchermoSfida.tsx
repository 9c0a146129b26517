import { useCallback, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation, useSearch } from 'wouter'
import type { BancaLocale } from '#contract/database'
import type { Failure } from '#contract/result'
import type { Simulazione } from '#contract/schemi'
import type { Sfida } from '#contract/simulazioni'
import { showGuasto } from '../../../state/avvisi.ts'
import { banche, loadBanche } from '../../../state/banche.ts'
import { readSfida } from '../../../state/classifica.ts'
import { hrefBanca, hrefSeduta } from '../../../state/indirizzi.ts'
import { adessoServer } from '../../../state/prova-avvio.ts'
import { rete } from '../../../state/rete.ts'
import { askSimulazione } from '../../../state/richiesta-simulazione.ts'
import { cancelDownload, downloadBanca, scarichi } from '../../../state/scarichi.ts'
import { beginSimulazione } from '../../../state/simulazione-avvio.ts'
import { isAltrove, isConclusa, loadSimulazioni, simulazioni, type Viva } from '../../../state/simulazioni.ts'
import { stati } from '../../../text/comuni.ts'
import { fraseErrore } from '../../../text/errori.ts'
import { simulazioni as elenco, sfida as testi } from '../../../text/simulazioni.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { Card, Muted, Row } from '../../../ui/base.tsx'
import { IconDownload, IconFlag, IconOffline, IconPlay, IconRetry, IconWarn } from '../../../ui/icone.ts'
import { Pagina } from '../../../ui/Pagina.tsx'
import { Scarico, type ScaricoVista } from '../../../ui/Scarico.tsx'
import { EmptyState, SkeletonCards } from '../../../ui/Stati.tsx'
import { Confronto } from './Confronto.tsx'
import css from './sfida.module.css'

/** `/esercitazione/sfida?sfida=CODICE`: the link of a challenge; the same draw, then the comparison. */
export default function SchermoSfida() {
  const codice = new URLSearchParams(useSearch()).get('sfida') ?? ''
  const { online } = useSnapshot(rete)
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
    <Pagina titolo={sfida ? (sfida.mia ? testi.mia : testi.ricevuta) : testi.titolo} indietro="/">
      {sfida ? (
        <Aperta sfida={sfida} online={online} onAggiorna={() => void leggi()} />
      ) : rotto ? (
        <EmptyState
          tono="errore"
          icona={online ? <IconWarn size={24} /> : <IconOffline size={24} />}
          titolo={testi.errore}
          testo={persa ? testi.non_trovata : online ? fraseErrore(guasto).testo : testi.offline}
          azioni={
            persa ? undefined : (
              <Button variante="primario" icona={<IconRetry size={20} />} onClick={() => void leggi()}>
                {stati.riprova}
              </Button>
            )
          }
        />
      ) : (
        <SkeletonCards quante={1} etichetta={testi.caricamento} />
      )}
    </Pagina>
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
          <Row a_capo>
            <Button icona={<IconRetry size={20} />} disabled={!online} onClick={onAggiorna}>
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
  const { elenco: mie, fase } = useSnapshot(banche)
  const lista = useSnapshot(simulazioni)
  const scarico = useSnapshot(scarichi).per_banca[id_concorso] as ScaricoVista | undefined
  const banca = (mie as BancaLocale[]).find((b) => b.id_concorso === id_concorso)
  const simulazione = (lista.elenco as Simulazione[]).find((s) => s.id_simulazione === id_simulazione)
  const in_corso = (lista.in_corso as Viva[]).find((l) => l.id_simulazione === id_simulazione)
  const scarica = async () => {
    const esito = await downloadBanca(id_concorso, simulazione?.concorso ?? '')
    if (!esito.ok && esito.error.codice !== 'DOWNLOAD_ANNULLATO')
      showGuasto(esito.error, { riprova: () => void scarica() })
  }
  if (scarico)
    return (
      <Scarico
        vista={scarico}
        conNome
        onAnnulla={() => void cancelDownload(id_concorso)}
        onRiprendi={() => void scarica()}
      />
    )
  if (in_corso) return <Riprendi in_corso={in_corso} id_concorso={id_concorso} codice={codice} online={online} />
  const altrove = simulazione !== undefined && isAltrove(simulazione, lista)
  if (lista.fase === 'pronte' && (!simulazione || (isConclusa(simulazione, adessoServer()) && !altrove)))
    return <p>{testi.scaduta}</p>
  if (!simulazione || (fase !== 'pronte' && fase !== 'guasto')) return <SkeletonCards quante={1} />
  if (!banca || banca.n_domande === 0)
    return (
      <>
        <p>{testi.banca_manca}</p>
        <Button
          variante="primario"
          disabled={!online}
          icona={<IconDownload size={20} />}
          onClick={() => void scarica()}
        >
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
        variante="primario"
        disabled={!online}
        icona={<IconPlay size={20} />}
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
  in_corso: Viva
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
      return showGuasto(esito.error, { riprova: () => void riprendi() })
    const pronta = esito.ok && esito.value.tipo === 'pronta' ? esito.value.prova : null
    navigate(hrefSeduta(pronta ?? { id, id_concorso, tipo: 'SIMULAZIONE' }))
  }
  return (
    <Button
      variante="primario"
      disabled={!online}
      inCorso={inCorso}
      icona={<IconPlay size={20} />}
      onClick={() => void riprendi()}
    >
      {testi.riprendi}
    </Button>
  )
}
