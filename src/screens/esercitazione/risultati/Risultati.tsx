import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { useSearch } from 'wouter'
import { PIU_BANCHE } from '#contract/database'
import type { Guasto } from '#contract/result'
import { hrefOrigine } from '../../../state/indirizzi.ts'
import { type DatiRisultati, readRisultati } from '../../../state/risultati.ts'
import { fraseErrore } from '../../../text/errori.ts'
import { risultati as testi } from '../../../text/risultati.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import { Card, Muted, Row } from '../../../ui/base.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconWarn } from '../../../ui/icone.ts'
import { Pagina } from '../../../ui/Pagina.tsx'
import { EmptyState, SkeletonCards } from '../../../ui/Stati.tsx'
import { Classifica } from '../classifica/Classifica.tsx'
import { Azioni } from './Azioni.tsx'
import { valuta } from './analisi.ts'
import { Come } from './Come.tsx'
import { Persi } from './Persi.tsx'
import { Punteggio } from './Punteggio.tsx'
import { Rivedi } from './Rivedi.tsx'
import css from './risultati.module.css'
import { Sezioni } from './Sezioni.tsx'
import { Storia } from './Storia.tsx'

const PerMateria = lazy(() => import('./PerMateria.tsx'))

/** `/riepilogo?seduta=ID&prova=1`: how a delivered trial went, and its review [SI1] (D21: RIVEDI_PROVA, RIEPILOGO). */
export default function Risultati() {
  const query = new URLSearchParams(useSearch())
  const id = query.get('seduta') ?? ''
  const [dati, setDati] = useState<DatiRisultati | null>(null)
  const [guasto, setGuasto] = useState<Guasto | null>(null)
  useEffect(() => {
    let vivo = true
    setDati(null)
    setGuasto(null)
    void readRisultati(id).then((esito) => {
      if (!vivo) return
      if (esito.ok) setDati(esito.valore)
      else setGuasto(esito.guasto)
    })
    return () => {
      vivo = false
    }
  }, [id])
  const indietro = hrefOrigine(Number(query.get('id_concorso')) || PIU_BANCHE)
  if (dati) return <Pronti dati={dati} indietro={indietro} />
  return (
    <Pagina titolo={testi.titolo} indietro={indietro}>
      {guasto ? (
        <EmptyState
          tono="errore"
          icona={<IconWarn size={24} />}
          titolo={testi.errore}
          testo={fraseErrore(guasto).testo}
          azioni={
            <ButtonLink variante="primario" href={indietro}>
              {testi.banca}
            </ButtonLink>
          }
        />
      ) : (
        <SkeletonCards />
      )}
    </Pagina>
  )
}

function Pronti({ dati, indietro }: { dati: DatiRisultati; indietro: string }) {
  const { seduta, consegna, regole, nome, prova } = dati
  const posti = useMemo(() => valuta(regole, dati.posti), [regole, dati.posti])
  const { esito } = consegna.punteggio
  const azioni = <Azioni dati={dati} posti={posti} />
  const conSezioni = consegna.punteggio.sezioni.length > 1
  const conStoria = dati.storia.length > 1
  return (
    <Pagina
      titolo={testi.esiti[esito]}
      indietro={indietro}
      sopra={
        <Muted piccolo>
          {testi.sopra([nome ?? testi.piu_banche, prova.regole.nome].filter(Boolean).join(' · '), consegna.at)}
        </Muted>
      }
      sotto={consegna.motivo === 'tempo' && <Muted piccolo>{testi.a_tempo}</Muted>}
      lato={<div className={css.azioniLarghe}>{azioni}</div>}
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
            <Row ai_lati className={css.testa}>
              <h2 id="per-materia">{testi.per_materia}</h2>
              <Muted piccolo come="span">
                {testi.per_materia_nota}
              </Muted>
            </Row>
            <Suspense fallback={null}>
              <PerMateria posti={posti} />
            </Suspense>
          </Card>
        )}
        <Classifica prova={prova} />
        {conStoria && <Storia storia={dati.storia} />}
        <Rivedi seduta={seduta} posti={posti} />
        <div className={css.fine}>
          <ButtonLink href={indietro}>{testi.banca}</ButtonLink>
        </div>
      </div>
    </Pagina>
  )
}
