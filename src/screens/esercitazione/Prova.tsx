import { useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import type { Domanda as DatiDomanda } from '#contract/database'
import { clampLivello, lowerLivello, NON_RISPOSTE, raiseLivello } from '#rules/livello'
import { showGuasto, showToast } from '../../state/avvisi.ts'
import {
  answer,
  goTo,
  prova,
  type Scelta,
  setLivello,
  setStato,
  type TestaSeduta,
  toggleStella,
  undoLast,
} from '../../state/esercitazione.ts'
import { hrefBanca, hrefRiepilogo } from '../../state/indirizzi.ts'
import { preferenze, setPreferenza } from '../../state/preferenze.ts'
import { canSpiegazioni } from '../../state/spiegazioni.ts'
import { aiuto, foglio, esercitazione as testi } from '../../text/esercitazione.ts'
import { useArrivo } from '../../ui/arrivo.ts'
import { Button } from '../../ui/Button.tsx'
import { Muted, Row, VisuallyHidden } from '../../ui/base.tsx'
import { IconCheck, IconExplain, IconKeyboard, IconOrdered, IconShuffle, IconUndo } from '../../ui/icone.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import { Skeleton, useRitardo } from '../../ui/Stati.tsx'
import { Aiuto, Tasti } from './Aiuto.tsx'
import { annuncio } from './annuncio.ts'
import { Barra } from './Barra.tsx'
import { Domanda } from './Domanda.tsx'
import { disponi } from './disposizione.ts'
import css from './esercitazione.module.css'
import { Foglio } from './Foglio.tsx'
import { Pausa } from './Pausa.tsx'
import { Spiegazione } from './Spiegazione.tsx'
import { Testata } from './Testata.tsx'
import { Conclusione, Uscita } from './Uscita.tsx'
import { useAvantiDaSola } from './useAvantiDaSola.ts'
import { useTasti } from './useTasti.ts'

type Finestra = 'uscita' | 'concludi' | 'foglio' | 'aiuto' | null

/** The exercise itself: feedback in place, level under it, the way on under the thumb (ui.md §3.2). */
export function Prova({ seduta }: { seduta: TestaSeduta }) {
  const vista = useSnapshot(prova)
  const { tastiera } = useSnapshot(preferenze)
  const [, navigate] = useLocation()
  const [finestra, setFinestra] = useState<Finestra>(null)
  const [stampato, setStampato] = useState(false)
  const [spiega, setSpiega] = useState<number | null>(null)
  const rif = useArrivo<HTMLElement>(testi.titolo)
  const domanda = vista.domanda as DatiDomanda | null
  const scelta = vista.scelta as Scelta | null
  const { indice, n, stato, corrette, errate, nulle } = vista
  const date = corrette + errate + nulle
  const mescola = seduta.mescola && !stampato
  const voci = useMemo(
    () => (domanda ? disponi(domanda, { seme: seduta.seme, mescola }) : []),
    [domanda, seduta.seme, mescola],
  )
  const planNext = useAvantiDaSola()

  const rispondi = async (posizione: number) => {
    const inizio = performance.now()
    const qui = indice
    const esito = await answer(posizione)
    if (esito?.ok && esito.valore.esito === 'corretta' && seduta.avanti_da_sola && qui < n - 1)
      planNext(performance.now() - inizio, () => prova.indice === qui && void goTo(qui + 1))
  }
  const fine = async (come: 'consegnata' | 'abbandonata') => {
    setFinestra(null)
    if (!(await setStato(come))) return
    navigate(come === 'consegnata' ? hrefRiepilogo(seduta) : hrefBanca(seduta.id_concorso), { replace: true })
  }
  const concludi = () => (date < n ? setFinestra('concludi') : void fine('consegnata'))
  const prossima = () => (indice < n - 1 ? void goTo(indice + 1) : concludi())
  const precedente = () => indice > 0 && void goTo(indice - 1)
  const annulla = async () => {
    const esito = await undoLast()
    if (esito === null) showToast({ testo: testi.niente_da_annullare })
    else if (esito.ok) showToast({ testo: testi.annullata_ok })
    else if (esito.guasto.codice === 'IMPOSSIBILE_SELEZIONARE_RISPOSTA') showToast({ testo: testi.annullata_no })
    else showGuasto(esito.guasto)
  }
  const apriSpiegazione = () => {
    if (!scelta || !domanda) return
    if (!canSpiegazioni()) showGuasto({ codice: 'PREMIUM_RICHIESTO' })
    else setSpiega(spiega === domanda.id_domanda ? null : domanda.id_domanda)
  }
  const spostaLivello = (verso: 1 | -1) => {
    if (!domanda || !scelta?.salvata) return
    const { livello_conoscenza: qui } = domanda.statistica
    void setLivello(qui === NON_RISPOSTE ? clampLivello(-verso) : verso > 0 ? raiseLivello(qui) : lowerLivello(qui))
  }
  useTasti(tastiera && stato === 'in_corso' && finestra === null, {
    onLettera: (i) => {
      const voce = voci[i]
      if (voce) void rispondi(voce.posizione)
    },
    onPrecedente: precedente,
    onProssima: (conFreccia) => (conFreccia && indice === n - 1 ? undefined : prossima()),
    onStella: () => void toggleStella(),
    onSpiegazione: apriSpiegazione,
    onLivello: spostaLivello,
    onAnnulla: () => void annulla(),
    onPausa: () => void setStato('in_pausa'),
    onAiuto: () => setFinestra('aiuto'),
  })
  const vai = (posto: number) => {
    setFinestra(null)
    void goTo(posto)
  }

  return (
    <div className={css.prova}>
      <Testata
        indice={indice}
        n={n}
        corrette={corrette}
        errate={errate}
        nulle={nulle}
        onEsci={() => setFinestra('uscita')}
        onPausa={() => void setStato('in_pausa')}
        voci={[
          { id: 'annulla', testo: testi.annulla_ultima, icona: <IconUndo size={20} />, onScegli: () => void annulla() },
          ...(seduta.mescola
            ? [
                {
                  id: 'ordine',
                  testo: stampato ? testi.ordine_mescolato : testi.ordine_stampato,
                  icona: stampato ? <IconShuffle size={20} /> : <IconOrdered size={20} />,
                  onScegli: () => setStampato(!stampato),
                },
              ]
            : []),
          {
            id: 'tasti',
            testo: testi.scorciatoie,
            icona: <IconKeyboard size={20} />,
            onScegli: () => setFinestra('aiuto'),
          },
          { id: 'concludi', testo: testi.concludi, icona: <IconCheck size={20} />, onScegli: concludi },
        ]}
      />
      <main className={css.corpo} tabIndex={-1} ref={rif}>
        {domanda && stato === 'in_corso' ? (
          <>
            <Domanda domanda={domanda} voci={voci} scelta={scelta} onRispondi={(p) => void rispondi(p)} />
            {scelta && (
              <div className={css.dopo}>
                <Row a_capo>
                  <Button
                    variante="tenue"
                    misura="sm"
                    icona={<IconExplain size={16} />}
                    aria-expanded={spiega === domanda.id_domanda}
                    onClick={apriSpiegazione}
                  >
                    {testi.spiegazione}
                  </Button>
                  {vista.annullabile?.indice === indice && (
                    <Button
                      variante="fantasma"
                      misura="sm"
                      icona={<IconUndo size={16} />}
                      onClick={() => void annulla()}
                    >
                      {testi.annulla_questa}
                    </Button>
                  )}
                </Row>
                {spiega === domanda.id_domanda && (
                  <Spiegazione key={spiega} id_domanda={domanda.id_domanda} mescolate={mescola} />
                )}
              </div>
            )}
          </>
        ) : (
          <InArrivo />
        )}
        <VisuallyHidden>
          <span role="status">{domanda && scelta ? annuncio(domanda, voci, scelta) : ''}</span>
        </VisuallyHidden>
      </main>
      <aside className={css.pannello} aria-label={testi.foglio}>
        <Row ai_lati>
          <h2>{testi.foglio}</h2>
          <Muted piccolo come="span">
            {testi.a_che_punto(indice, n)}
          </Muted>
        </Row>
        <Foglio onScegli={vai} />
        <div className={css.tastiera}>
          <h3>
            <IconKeyboard size={16} /> {aiuto.titolo}
          </h3>
          {tastiera ? (
            <Tasti brevi />
          ) : (
            <Row a_capo>
              <Muted piccolo>{aiuto.spente}</Muted>
              <Button misura="sm" onClick={() => setPreferenza('tastiera', true)}>
                {aiuto.riaccendi}
              </Button>
            </Row>
          )}
        </div>
      </aside>
      <Barra
        domanda={domanda}
        scelta={scelta}
        prima={indice === 0}
        ultima={indice === n - 1}
        tasti={tastiera}
        onPrecedente={precedente}
        onProssima={prossima}
        onFoglio={() => setFinestra('foglio')}
      />
      {finestra === 'foglio' && (
        <Sheet titolo={testi.foglio} onChiudi={() => setFinestra(null)}>
          <Foglio conFiltri onScegli={vai} />
        </Sheet>
      )}
      {finestra === 'aiuto' && <Aiuto onChiudi={() => setFinestra(null)} />}
      {finestra === 'uscita' && (
        <Uscita
          onResta={() => setFinestra(null)}
          onDopo={() => navigate(hrefBanca(seduta.id_concorso), { replace: true })}
          onConcludi={() => void fine('consegnata')}
          onAbbandona={() => void fine('abbandonata')}
        />
      )}
      {finestra === 'concludi' && (
        <Conclusione mancano={n - date} onNo={() => setFinestra(null)} onSi={() => void fine('consegnata')} />
      )}
      {stato === 'in_pausa' && (
        <Pausa
          date={date}
          n={n}
          onRiprendi={() => void setStato('in_corso')}
          onConcludi={() => void fine('consegnata')}
          onEsci={() => navigate(hrefBanca(seduta.id_concorso), { replace: true })}
        />
      )}
    </div>
  )
}

/** A question on its way: nothing for the first instants, then its measures. */
function InArrivo() {
  const visibile = useRitardo()
  return (
    <div className={css.arrivo}>
      {visibile && (
        <>
          <Skeleton altezza={28} />
          <Skeleton larghezza="70%" altezza={28} />
          {foglio.scheletro.map((posto) => (
            <Skeleton key={posto} altezza={60} />
          ))}
        </>
      )}
    </div>
  )
}
