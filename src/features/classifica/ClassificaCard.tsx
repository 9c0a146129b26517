import { useCallback, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { SavedProva } from '#contract/prova'
import type { Failure } from '#contract/result'
import type { EsitoSimulazione } from '#contract/simulazioni'
import { network } from '../../platform/network.ts'
import { createLatestWins } from '../../store/latest-wins.ts'
import { syncStatus } from '../../store/sync-status.ts'
import { sentSimulazioni } from '../../sync/sent-simulazioni.ts'
import { statesText } from '../../text/common.ts'
import { errorMessage } from '../../text/errors.ts'
import { formatDate } from '../../text/formats.ts'
import { simulazioniText, classificaText as testi } from '../../text/simulazioni.ts'
import { Button, IconAction } from '../../ui/Button.tsx'
import { Card, Chip, Muted, Row, Stack } from '../../ui/base.tsx'
import { IconOffline, IconRetry, IconUnsynced, IconWarn } from '../../ui/icons.ts'
import { SkeletonCards } from '../../ui/States.tsx'
import { ChallengeSomebody } from './ChallengeSomebody.tsx'
import { ClassificaPlace } from './ClassificaPlace.tsx'
import css from './classifica.module.css'
import { type ClassificaData, readClassifica } from './read-classifica.ts'

const latest = createLatestWins()

type Delivered = SavedProva & { simulazione: NonNullable<SavedProva['simulazione']> }

/** Shows ranking and attempts of a delivered simulation, and the way to challenge somebody; empty for another trial. */
export function ClassificaCard({ prova }: { prova: SavedProva }) {
  const { simulazione } = prova
  return simulazione ? <SimulazioneClassifica prova={{ ...prova, simulazione }} /> : null
}

function SimulazioneClassifica({ prova }: { prova: Delivered }) {
  const { id_simulazione, gettone } = prova.simulazione
  const { online } = useSnapshot(network)
  const { simulazioni: unsent } = useSnapshot(syncStatus)
  const sent = useSnapshot(sentSimulazioni)
  const [data, setDati] = useState<ClassificaData | null>(null)
  const [error, setError] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const counted = prova.consegna?.server !== undefined
  const arrived = sent.esiti[gettone] !== undefined
  const read = useCallback(async () => {
    const isLatest = latest(gettone)
    setBusy(true)
    const esito = await readClassifica(id_simulazione, gettone, { contata: counted })
    // An answer that a later one overtook may be from before the delivery.
    if (!isLatest()) return
    setBusy(false)
    if (esito.ok) setDati(esito.value)
    setError(esito.ok ? null : esito.error)
  }, [id_simulazione, gettone, counted])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a delivery that has arrived changes the ranking
  useEffect(() => {
    if (online) void read()
  }, [read, online, arrived, unsent])
  const esito = data?.esito ?? (sent.esiti[gettone] as EsitoSimulazione | undefined) ?? null
  // Wait for an unsent trial only, because the server has an older one that left the last attempts.
  const waiting = esito === null && prova.da_spedire
  const refused = sent.refused[gettone] !== undefined
  return (
    <div className={css.colonna}>
      <Card aria-labelledby="classifica">
        <Stack>
          <div>
            <Row spread>
              <h2 id="classifica">{testi.titolo}</h2>
              <IconAction
                label={testi.aggiorna}
                icon={<IconRetry size={20} />}
                busy={busy}
                disabled={!online}
                onClick={() => void read()}
              />
            </Row>
            <div role="status">
              {refused ? (
                <StatusNote
                  icon={<IconWarn size={20} />}
                  text={simulazioniText.rifiutata(prova.regole.nome ?? simulazioniText.una)}
                />
              ) : waiting && !online ? (
                <StatusNote icon={<IconOffline size={20} />} text={`${testi.offline} ${simulazioniText.in_attesa}`} />
              ) : waiting && data ? (
                <StatusNote icon={<IconUnsynced size={20} />} text={testi.da_spedire} />
              ) : !online ? (
                <StatusNote icon={<IconOffline size={20} />} text={testi.offline} />
              ) : error && !data ? (
                <StatusNote
                  icon={<IconWarn size={20} />}
                  text={`${testi.errore}. ${errorMessage(error).text}`}
                  action={
                    <Button size="sm" onClick={() => void read()}>
                      {statesText.riprova}
                    </Button>
                  }
                />
              ) : null}
            </div>
          </div>
          {!data && !error && online && !refused && <SkeletonCards count={1} label={testi.caricamento} />}
          {esito && <ServerCount esito={esito} local={prova.consegna?.punteggio.punti ?? null} />}
          {data && (
            <ClassificaPlace
              classifica={data.classifica}
              unranked={esito?.in_classifica === false}
              soglia={prova.regole.ammissione?.minimo ?? null}
              massimo={(prova.consegna?.punteggio.massimo ?? 0) / 1000}
            />
          )}
          {data && data.esiti.elementi.length > 0 && <AttemptsList esiti={data.esiti} gettone={gettone} />}
        </Stack>
      </Card>
      {!refused && !waiting && (
        <ChallengeSomebody
          gettone={gettone}
          sfida={prova.sfida}
          thrownCode={esito?.sfida_lanciata ?? null}
          descrizione={prova.regole.nome ?? simulazioniText.una}
        />
      )}
    </div>
  )
}

const StatusNote = ({ icon, text, action }: { icon: React.ReactNode; text: string; action?: React.ReactNode }) => (
  <Row wrap className={css.nota}>
    {icon}
    <p>{text}</p>
    {action}
  </Row>
)

/** Shows whether the sitting is ranked, or why not, and a server's count unlike the device's (D23). */
function ServerCount({ esito, local }: { esito: EsitoSimulazione; local: number | null }) {
  const server = Math.round(esito.punteggio * 1000)
  return (
    <Stack>
      <Row wrap>
        {!esito.in_classifica && <Chip>{testi.fuori_breve}</Chip>}
        <p className={css.frase}>{esito.motivo === null ? testi.dentro : testi.fuori(esito.motivo)}</p>
      </Row>
      {local !== null && local !== server && (
        <p>
          <b>{testi.ricontato(esito.punteggio, local / 1000)}</b>
        </p>
      )}
      {esito.tempo_aggiuntivo > 0 && <Muted small>{testi.stesso_tempo(esito.tempo_aggiuntivo)}</Muted>}
    </Stack>
  )
}

/** Lists the last five attempts, newest first, and their mean [SI3][SI4]. */
function AttemptsList({ esiti, gettone }: { esiti: ClassificaData['esiti']; gettone: string }) {
  return (
    <div>
      <h3 className={css.titoletto}>{testi.tentativi}</h3>
      <ol className={css.tentativi}>
        {esiti.elementi.map((e) => (
          <li key={e.gettone} aria-current={e.gettone === gettone ? 'true' : undefined}>
            <b>{simulazioniText.tentativo(e.punteggio, e.punteggio_massimo)}</b>
            <Muted small as="span">
              {[
                formatDate(e.data_simulazione),
                e.in_classifica ? testi.in_classifica : testi.fuori_breve,
                ...(e.gettone === gettone ? [testi.questo] : []),
              ].join(' · ')}
            </Muted>
          </li>
        ))}
      </ol>
      {esiti.punteggio_medio !== null && esiti.elementi.length > 1 && (
        <Muted>{testi.media_tentativi(esiti.punteggio_medio)}</Muted>
      )}
    </div>
  )
}
