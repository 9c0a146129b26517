import { lazy, Suspense, useEffect, useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { useSearch } from 'wouter'
import { SEVERAL_BANCHE } from '#contract/database'
import { hrefOrigin } from '../../../app/hrefs.ts'
import { useRead } from '../../../components/useRead.ts'
import { type RisultatiData, readRisultati } from '../../../features/prove/read-risultati.ts'
import { sentSimulazioni } from '../../../sync/sent-simulazioni.ts'
import { errorMessage } from '../../../text/errors.ts'
import { risultatiText as testi } from '../../../text/risultati.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import { Card, Muted, Row } from '../../../ui/base.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconWarn } from '../../../ui/icons.ts'
import { Page } from '../../../ui/Page.tsx'
import { EmptyState, SkeletonCards } from '../../../ui/States.tsx'
import { Classifica } from '../classifica/Classifica.tsx'
import { Azioni } from './Azioni.tsx'
import { quotaSoglia, valuta } from './analisi.ts'
import { Come } from './Come.tsx'
import { Persi } from './Persi.tsx'
import { Punteggio } from './Punteggio.tsx'
import { Rivedi } from './Rivedi.tsx'
import css from './risultati.module.css'
import { Sezioni } from './Sezioni.tsx'
import { Storia } from './Storia.tsx'

const PerMateria = lazy(() => import('./PerMateria.tsx'))

const verso = (id_concorso: number) => (id_concorso ? testi.banca : testi.ricerca)

/** `/riepilogo?seduta=ID&prova=1`: how a delivered trial went, and its review [SI1] (D21: RIVEDI_PROVA, RIEPILOGO). */
export default function Risultati() {
  const query = new URLSearchParams(useSearch())
  const id = query.get('seduta') ?? ''
  const { dati, guasto, rileggi } = useRead(readRisultati, id)
  // The server's count may come while the result is on screen: the ticket of a simulation is its id.
  const arrivato = useSnapshot(sentSimulazioni).esiti[id] !== undefined
  useEffect(() => {
    if (arrivato) void rileggi()
  }, [arrivato, rileggi])
  const indietro = hrefOrigin(Number(query.get('id_concorso')) || SEVERAL_BANCHE)
  if (dati) return <Pronti dati={dati} indietro={indietro} />
  return (
    <Page title={testi.titolo} back={indietro}>
      {guasto ? (
        <EmptyState
          tone="errore"
          icon={<IconWarn size={24} />}
          title={testi.errore}
          text={errorMessage(guasto).text}
          actions={
            <ButtonLink variant="primario" href={indietro}>
              {verso(Number(query.get('id_concorso')))}
            </ButtonLink>
          }
        />
      ) : (
        <SkeletonCards />
      )}
    </Page>
  )
}

function Pronti({ dati, indietro }: { dati: RisultatiData; indietro: string }) {
  const { seduta, consegna, regole, nome, prova } = dati
  const posti = useMemo(() => valuta(regole, dati.posti), [regole, dati.posti])
  const { esito } = consegna.punteggio
  const azioni = <Azioni dati={dati} posti={posti} />
  const conSezioni = consegna.punteggio.sezioni.length > 1
  const conStoria = dati.storia.length > 1
  return (
    <Page
      title={testi.esiti[esito]}
      back={indietro}
      above={
        <Muted small>
          {testi.sopra([nome ?? testi.piu_banche, prova.regole.nome].filter(Boolean).join(' · '), consegna.at)}
        </Muted>
      }
      below={consegna.motivo === 'tempo' && <Muted small>{testi.a_tempo}</Muted>}
      aside={<div className={css.azioniLarghe}>{azioni}</div>}
    >
      <div className={css.griglia}>
        <Punteggio dati={dati} />
        <div className={css.accanto}>
          <Persi punteggio={consegna.punteggio} />
          <Come posti={posti} />
        </div>
        <div className={css.azioniStrette}>{azioni}</div>
        {conSezioni && <Sezioni punteggio={consegna.punteggio} />}
        {posti.length > 0 && (
          <Card aria-labelledby="per-materia" className={cx(css.materie, conSezioni === conStoria && css.largo)}>
            <Row spread className={css.testa}>
              <h2 id="per-materia">{testi.per_materia}</h2>
              <Muted small as="span">
                {testi.per_materia_nota}
              </Muted>
            </Row>
            <Suspense fallback={null}>
              <PerMateria posti={posti} />
            </Suspense>
          </Card>
        )}
        <Classifica prova={prova} />
        {conStoria && <Storia storia={dati.storia} soglia={quotaSoglia(dati)} />}
        <Rivedi seduta={seduta} posti={posti} />
        <div className={css.fine}>
          <ButtonLink href={indietro}>{verso(seduta.id_concorso)}</ButtonLink>
        </div>
      </div>
    </Page>
  )
}
