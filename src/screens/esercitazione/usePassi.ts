import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Domanda, StatoSeduta } from '#contract/database'
import { clampLivello, lowerLivello, NON_RISPOSTE, raiseLivello } from '#rules/livello'
import { hrefOrigin } from '../../app/hrefs.ts'
import { showError } from '../../app/notices.ts'
import { toggleReview, toggleStruckOut } from '../../features/sedute/marks.ts'
import {
  answer,
  type GivenAnswer,
  goToPlace,
  type SedutaHead,
  sedutaState,
  setLivello,
  setSedutaStato,
  undoLast,
} from '../../features/sedute/seduta-state.ts'
import { canSpiegazioni } from '../../features/sedute/spiegazioni.ts'
import { esercitazioneText as testi } from '../../text/esercitazione.ts'
import { movesOn } from './avanti.ts'
import { useAvantiDaSola } from './useAvantiDaSola.ts'

export type Finestra = 'uscita' | 'concludi' | 'foglio' | 'aiuto' | 'segnala' | 'nota' | 'passo' | null
export type Vista = {
  indice: number
  n: number
  /** Answers given. */
  date: number
  domanda: Domanda | null
  scelta: GivenAnswer | null
}

const dove = (indice: number, scelta: Pick<GivenAnswer, 'id_evento'> | null) => `${indice} ${scelta?.id_evento ?? ''}`

/** What a person can do in an exercise, whatever the hand it is done with. */
export function usePassi(seduta: SedutaHead, { indice, n, date, domanda, scelta }: Vista) {
  const [, navigate] = useLocation()
  const [finestra, setFinestra] = useState<Finestra>(null)
  const [spiegata, setSpiegata] = useState<number | null>(null)
  /** A short notice in the dock, as long as what it is about is on screen: a toast would lie over the way on. */
  const [nota, setNota] = useState<{ dove: string; testo: string } | null>(null)
  const [altri, setAltri] = useState<number | null>(null)
  const [escludendo, setEscludendo] = useState(false)
  const planNext = useAvantiDaSola()
  const origine = hrefOrigin(seduta.id_concorso)

  /** What follows is the screen's: it may be done by trying again. */
  const fine = async (come: Extract<StatoSeduta, 'consegnata' | 'abbandonata'>) => {
    setFinestra(null)
    await setSedutaStato(come)
  }
  const concludi = () => (date < n ? setFinestra('concludi') : void fine('consegnata'))
  return {
    finestra,
    apri: setFinestra,
    chiudi: () => setFinestra(null),
    spiegata: domanda !== null && spiegata === domanda.id_domanda,
    altri: domanda !== null && altri === domanda.id_domanda,
    mostraAltri: () => {
      if (domanda) setAltri(altri === domanda.id_domanda ? null : domanda.id_domanda)
    },
    escludendo,
    setEscludendo,
    escludi: (posizione: number) => {
      if (domanda && !scelta) void toggleStruckOut(indice, posizione)
    },
    rivedere: () => void toggleReview(indice),
    rispondi: async (posizione: number) => {
      setEscludendo(false)
      const inizio = performance.now()
      const esito = await answer(posizione)
      if (!esito?.ok) return
      const riduceMovimento = matchMedia('(prefers-reduced-motion: reduce)').matches
      const { avanti_da_sola } = seduta
      if (movesOn({ esito: esito.value.esito, avanti_da_sola, indice, n, riduceMovimento }))
        planNext(performance.now() - inizio, () => {
          if (sedutaState.indice === indice && sedutaState.stato === 'in_corso') void goToPlace(indice + 1)
        })
    },
    fine,
    concludi,
    dopo: () => navigate(origine, { replace: true }),
    prossima: () => (indice < n - 1 ? void goToPlace(indice + 1) : concludi()),
    precedente: () => {
      if (indice > 0) void goToPlace(indice - 1)
    },
    vai: (posto: number) => {
      setFinestra(null)
      void goToPlace(posto)
    },
    nota: nota?.dove === dove(indice, scelta) ? nota.testo : null,
    annulla: async () => {
      const esito = await undoLast()
      const tell = (testo: string) => setNota({ dove: dove(sedutaState.indice, sedutaState.given), testo })
      if (esito === null) tell(scelta ? testi.annullata_no : testi.niente_da_annullare)
      else if (esito.ok) tell(testi.annullata_ok)
      else if (esito.error.codice === 'IMPOSSIBILE_SELEZIONARE_RISPOSTA') tell(testi.annullata_no)
      else showError(esito.error)
    },
    spiega: () => {
      if (!scelta || !domanda) return
      if (!canSpiegazioni()) showError({ codice: 'PREMIUM_RICHIESTO' })
      else setSpiegata(spiegata === domanda.id_domanda ? null : domanda.id_domanda)
    },
    spostaLivello: (verso: 1 | -1) => {
      if (!domanda || !scelta?.salvata) return
      const { livello_conoscenza: qui } = domanda.statistica
      const su = qui === NON_RISPOSTE ? clampLivello(-1) : raiseLivello(qui)
      void setLivello(verso > 0 ? su : lowerLivello(qui))
    },
  }
}
