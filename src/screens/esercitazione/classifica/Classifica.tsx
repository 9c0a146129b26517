import { useCallback, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { SavedProva } from '#contract/prova'
import type { Failure } from '#contract/result'
import type { EsitoSimulazione } from '#contract/simulazioni'
import { type ClassificaData, readClassifica } from '../../../features/simulazioni/classifica.ts'
import { network } from '../../../platform/network.ts'
import { sentSimulazioni } from '../../../sync/sent-simulazioni.ts'
import { syncStatus } from '../../../sync/status.ts'
import { statesText } from '../../../text/common.ts'
import { errorMessage } from '../../../text/errors.ts'
import { simulazioniText, classificaText as testi } from '../../../text/simulazioni.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card, Chip, Muted, Row, Stack } from '../../../ui/base.tsx'
import { IconOffline, IconRetry, IconUnsynced, IconWarn } from '../../../ui/icons.ts'
import { SkeletonCards } from '../../../ui/States.tsx'
import { SfidaQualcuno } from '../sfida/SfidaQualcuno.tsx'
import css from './classifica.module.css'
import { Posto } from './Posto.tsx'
import { Tentativi } from './Tentativi.tsx'

type Delivered = SavedProva & { simulazione: NonNullable<SavedProva['simulazione']> }

/** Ranking and attempts of a delivered simulation, and the way to challenge somebody; nothing for other trials. */
export function Classifica({ prova }: { prova: SavedProva }) {
  const { simulazione } = prova
  return simulazione ? <DiSimulazione prova={{ ...prova, simulazione }} /> : null
}

function DiSimulazione({ prova }: { prova: Delivered }) {
  const { id_simulazione, gettone } = prova.simulazione
  const { online } = useSnapshot(network)
  const { simulazioni: in_attesa } = useSnapshot(syncStatus)
  const inviata = useSnapshot(sentSimulazioni)
  const [dati, setDati] = useState<ClassificaData | null>(null)
  const [guasto, setGuasto] = useState<Failure | null>(null)
  const [inCorso, setInCorso] = useState(false)
  const contata = prova.consegna?.server !== undefined
  const arrivato = inviata.esiti[gettone] !== undefined
  const leggi = useCallback(async () => {
    setInCorso(true)
    const esito = await readClassifica(id_simulazione, gettone, { contata })
    setInCorso(false)
    if (esito.ok) setDati(esito.value)
    setGuasto(esito.ok ? null : esito.error)
  }, [id_simulazione, gettone, contata])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a delivery that has arrived changes the ranking
  useEffect(() => {
    if (online) void leggi()
  }, [leggi, online, arrivato, in_attesa])
  const esito = dati?.esito ?? (inviata.esiti[gettone] as EsitoSimulazione | undefined) ?? null
  // An older sitting is not among the last attempts any more, but the server has it.
  const attende = esito === null && prova.da_spedire
  const rifiutata = inviata.refused[gettone] !== undefined
  return (
    <div className={css.colonna}>
      <Card aria-labelledby="classifica">
        <Stack>
          <div>
            <Row spread>
              <h2 id="classifica">{testi.titolo}</h2>
              <Button
                variant="fantasma"
                size="sm"
                iconOnly
                label={testi.aggiorna}
                icon={<IconRetry size={20} />}
                busy={inCorso}
                disabled={!online}
                onClick={() => void leggi()}
              />
            </Row>
            <div role="status">
              {rifiutata ? (
                <Nota
                  icona={<IconWarn size={20} />}
                  testo={simulazioniText.rifiutata(prova.regole.nome ?? simulazioniText.una)}
                />
              ) : attende && !online ? (
                <Nota icona={<IconOffline size={20} />} testo={`${testi.offline} ${simulazioniText.in_attesa}`} />
              ) : attende && dati ? (
                <Nota icona={<IconUnsynced size={20} />} testo={testi.da_spedire} />
              ) : !online ? (
                <Nota icona={<IconOffline size={20} />} testo={testi.offline} />
              ) : guasto && !dati ? (
                <Nota
                  icona={<IconWarn size={20} />}
                  testo={`${testi.errore}. ${errorMessage(guasto).text}`}
                  azione={
                    <Button size="sm" onClick={() => void leggi()}>
                      {statesText.riprova}
                    </Button>
                  }
                />
              ) : null}
            </div>
          </div>
          {!dati && !guasto && online && !rifiutata && <SkeletonCards count={1} label={testi.caricamento} />}
          {esito && <Conto esito={esito} qui={prova.consegna?.punteggio.punti ?? null} />}
          {dati && <Posto classifica={dati.classifica} soglia={prova.regole.ammissione?.minimo ?? null} />}
          {dati && dati.esiti.elementi.length > 0 && <Tentativi esiti={dati.esiti} gettone={gettone} />}
        </Stack>
      </Card>
      {!rifiutata && !attende && (
        <SfidaQualcuno
          gettone={gettone}
          sfida={prova.sfida}
          tenuta={esito?.sfida_lanciata ?? null}
          descrizione={prova.regole.nome ?? simulazioniText.una}
        />
      )}
    </div>
  )
}

const Nota = ({ icona, testo, azione }: { icona: React.ReactNode; testo: string; azione?: React.ReactNode }) => (
  <Row wrap className={css.nota}>
    {icona}
    <p>{testo}</p>
    {azione}
  </Row>
)

/** Whether it is ranked and why not; the server's count, when it is another than the device's (D23). */
function Conto({ esito, qui }: { esito: EsitoSimulazione; qui: number | null }) {
  const server = Math.round(esito.punteggio * 1000)
  return (
    <Stack>
      <Row wrap>
        <Chip tone={esito.in_classifica ? 'ok' : 'neutro'}>
          {esito.in_classifica ? testi.in_classifica : testi.fuori_breve}
        </Chip>
        <p className={css.frase}>{esito.motivo === null ? testi.dentro : testi.fuori(esito.motivo)}</p>
      </Row>
      {qui !== null && qui !== server && (
        <p>
          <b>{testi.ricontato(esito.punteggio, qui / 1000)}</b>
        </p>
      )}
      {esito.tempo_aggiuntivo > 0 && <Muted small>{testi.stesso_tempo(esito.tempo_aggiuntivo)}</Muted>}
    </Stack>
  )
}
