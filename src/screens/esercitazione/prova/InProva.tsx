import { useEffect, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import type { Domanda } from '#contract/database'
import type { Voce } from '#rules/prova/machine'
import { hrefOrigin } from '../../../app/hrefs.ts'
import { eraseMark, markAnswer, toggleProvaReview, toggleProvaStruckOut } from '../../../features/prove/prova-marks.ts'
import {
  areMarksWritten,
  askDelivery,
  closeSezione,
  goToProvaPlace,
  provaLeft,
  provaState,
  provaUsed,
  setStatoProva,
  type TestaProva,
  withdrawDelivery,
} from '../../../features/prove/prova-state.ts'
import { preferences } from '../../../features/sedute/preferences.ts'
import { isDurable } from '../../../store/opening.ts'
import { pauseText } from '../../../text/esercitazione.ts'
import { formatClock, provaDialogsText, provaPauseText, provaText as testi } from '../../../text/prova.ts'
import { useArrival } from '../../../ui/arrival.ts'
import { VisuallyHidden } from '../../../ui/base.tsx'
import { IconInfo, IconKeyboard, IconStrike, IconUndo } from '../../../ui/icons.ts'
import { Sheet } from '../../../ui/Sheet.tsx'
import { useWide } from '../../../ui/useWide.ts'
import { Arrivo } from '../Arrivo.tsx'
import { Assente } from '../Assente.tsx'
import { disponi } from '../disposizione.ts'
import { Pausa } from '../Pausa.tsx'
import comune from '../seduta.module.css'
import { AiutoProva } from './AiutoProva.tsx'
import { BarraProva } from './BarraProva.tsx'
import { DomandaProva } from './DomandaProva.tsx'
import { Abbandono, ChiudiSezione, Consegna, Uscita } from './FinestreProva.tsx'
import { FoglioConsegna } from './FoglioConsegna.tsx'
import { PannelloProva } from './PannelloProva.tsx'
import css from './prova.module.css'
import { Regole } from './Regole.tsx'
import { Sezione } from './Sezione.tsx'
import { TestataProva } from './TestataProva.tsx'
import { useTastiProva } from './useTastiProva.ts'
import { useBattito } from './useTempo.ts'

type Finestra = 'regole' | 'foglio' | 'aiuto' | 'uscita' | 'consegna' | 'abbandono' | 'sezione' | null

/** A trial while it runs: nothing is told before delivery (mock 4). */
export function InProva({ testa }: { testa: TestaProva }) {
  const vista = useSnapshot(provaState)
  const { tastiera } = useSnapshot(preferences)
  const [, navigate] = useLocation()
  const { regole } = testa
  const severe = regole.navigazione === 'solo_avanti' || regole.correzioni === 'mai'
  const [finestra, setFinestra] = useState<Finestra>(
    severe && provaState.indice === 0 && provaState.marked === 0 && provaState.stato === 'in_corso' ? 'regole' : null,
  )
  const [barra, setBarra] = useState(false)
  /** The person leaves, and marks are still under way. */
  const [esce, setEsce] = useState(false)
  /** Grows with each change of mind, and when the trial is left. */
  const volta = useRef(0)
  useEffect(() => () => void volta.current++, [])
  const rif = useArrival<HTMLElement>(testa.nome ?? testi.titolo)
  const largo = useWide()
  useBattito()
  const domanda = vista.domanda as Domanda | null
  const voce = vista.voce as Voce
  const {
    indice,
    n,
    stato,
    marked: date,
    da_rivedere,
    delivering: in_consegna,
    delivery_asked: consegna_chiesta,
    open_sezione: aperta,
    ended_sezione: scaduta,
  } = vista
  const nomeSezione = (s: number | null) => regole.sezioni[s ?? 0]?.nome ?? ''
  const isAperto = (posto: number) => aperta === null || testa.sezioni[posto] === aperta
  const voci = useMemo(() => (domanda ? disponi(domanda, testa) : []), [domanda, testa])
  const chiudi = () => {
    volta.current++
    withdrawDelivery()
    setEsce(false)
    setFinestra(null)
  }
  const invece = (altra: Finestra) => {
    chiudi()
    setFinestra(altra)
  }
  const libera = regole.navigazione === 'libera'
  const fissata = regole.correzioni === 'mai' && voce.risposta !== null
  const vai = (posto: number) => {
    chiudi()
    setBarra(false)
    void goToProvaPlace(posto)
  }
  const segna = (posizione: number) => {
    if (!fissata) void markAnswer(posizione)
  }
  const consegna = async () => {
    const mia = ++volta.current
    const esito = await askDelivery()
    if (!esito?.ok && mia === volta.current) chiudi()
  }
  const abbandona = async () => {
    const mia = ++volta.current
    setEsce(true)
    if (!(await setStatoProva('abbandona')) && mia === volta.current) chiudi()
  }
  const dopo = async () => {
    const mia = ++volta.current
    const cambiata = () => mia !== volta.current
    setEsce(true)
    const scritti = await areMarksWritten()
    if (cambiata()) return
    if (!scritti) return chiudi()
    if (regole.pausa && provaState.stato === 'in_corso' && testa.durata !== null) {
      const ferma = await setStatoProva('pausa')
      if (cambiata()) return
      // The time of a simulation would run on: whoever leaves must know it.
      if (!ferma && testa.simulazione) return chiudi()
    }
    navigate(hrefOrigin(testa.id_concorso), { replace: true })
  }
  // At zero whatever was open gives way to the delivery.
  useEffect(() => {
    if (in_consegna && provaLeft() === 0) setFinestra(null)
  }, [in_consegna])
  // So does the question whether to close a section that has closed by itself.
  useEffect(() => {
    if (scaduta !== null) setFinestra((f) => (f === 'sezione' ? null : f))
  }, [scaduta])
  useTastiProva(tastiera && stato === 'in_corso' && finestra === null, {
    onLettera: (i) => {
      const v = voci[i]
      if (v) segna(v.posizione)
    },
    onPrecedente: () => libera && indice > 0 && isAperto(indice - 1) && vai(indice - 1),
    onProssima: () => indice < n - 1 && isAperto(indice + 1) && vai(indice + 1),
    onRivedi: () => void toggleProvaReview(),
    onBarra: (i) => {
      const v = voci[i]
      if (v) void toggleProvaStruckOut(v.posizione)
    },
    onCancella: () => {
      if (!fissata) void eraseMark()
    },
    onAiuto: () => setFinestra('aiuto'),
  })
  const azioni = [
    { id: 'barra', text: testi.barra, icon: <IconStrike size={20} />, onSelect: () => setBarra(true) },
    { id: 'cancella', text: testi.cancella, icon: <IconUndo size={20} />, onSelect: () => void eraseMark() },
    { id: 'regole', text: testi.regole, icon: <IconInfo size={20} />, onSelect: () => setFinestra('regole') },
    { id: 'tasti', text: testi.scorciatoie, icon: <IconKeyboard size={20} />, onSelect: () => setFinestra('aiuto') },
  ].filter((a) => a.id !== 'cancella' || (voce.risposta !== null && !fissata))
  const nota = fissata
    ? testi.cambia_data
    : regole.correzioni === 'mai'
      ? testi.cambia_mai
      : libera
        ? testa.fini
          ? testi.cambia_sezione
          : testi.cambia_libera
        : testi.cambia_avanti

  const fermo = provaLeft()
  return (
    <div className={comune.cornice}>
      <TestataProva
        indice={indice}
        n={n}
        date={date}
        nota={testa.tempo_aggiuntivo > 0 && testa.durata !== null ? testi.tempo_in_piu(testa.tempo_aggiuntivo) : null}
        onEsci={() => setFinestra('uscita')}
        onPausa={regole.pausa ? () => void setStatoProva('pausa') : null}
      />
      <main className={comune.corpo} tabIndex={-1} ref={rif}>
        <p role="status" className={scaduta === null ? undefined : css.chiusa}>
          {scaduta === null ? '' : testi.sezione_scaduta(nomeSezione(scaduta), nomeSezione(aperta))}
        </p>
        {domanda && stato === 'in_corso' ? (
          <DomandaProva
            domanda={domanda}
            voci={voci}
            voce={voce}
            sezione={<Sezione testa={testa} indice={indice} />}
            nota={nota}
            azioni={azioni}
            barra={barra}
            onFineBarra={() => setBarra(false)}
            onSegna={segna}
            onBarra={(p) => void toggleProvaStruckOut(p)}
            onRivedi={() => void toggleProvaReview()}
          />
        ) : vista.missing && stato === 'in_corso' ? (
          <Assente key={indice} onAvanti={() => indice < n - 1 && vai(indice + 1)} />
        ) : (
          <Arrivo />
        )}
        <VisuallyHidden>
          <span role="status">{in_consegna && provaLeft() === 0 ? provaDialogsText.scaduta : ''}</span>
        </VisuallyHidden>
      </main>
      {largo && <PannelloProva testa={testa} onScegli={vai} onConsegna={() => setFinestra('consegna')} />}
      <BarraProva
        n={n}
        date={date}
        prima={indice === 0 || !isAperto(indice - 1)}
        avanti={indice === n - 1 ? 'consegna' : isAperto(indice + 1) ? 'prossima' : 'sezione'}
        indietro={libera}
        tasti={tastiera}
        onPrecedente={() => vai(indice - 1)}
        onProssima={() => vai(indice + 1)}
        onFoglio={() => setFinestra('foglio')}
        onSezione={() => setFinestra('sezione')}
        onConsegna={() => setFinestra('consegna')}
      />
      {finestra === 'foglio' && (
        <Sheet title={testi.foglio} onClose={chiudi}>
          <FoglioConsegna libera={libera} onScegli={vai} onConsegna={() => setFinestra('consegna')} />
        </Sheet>
      )}
      {finestra === 'regole' && <Regole testa={testa} n={n} onChiudi={chiudi} />}
      {finestra === 'aiuto' && <AiutoProva onChiudi={chiudi} />}
      {finestra === 'uscita' && (
        <Uscita
          pausa={regole.pausa}
          limitata={testa.durata !== null}
          onResta={chiudi}
          esce={esce}
          onDopo={() => void dopo()}
          onConsegna={() => invece('consegna')}
          onAbbandona={() => invece('abbandono')}
        />
      )}
      {finestra === 'sezione' && (
        <ChiudiSezione
          nome={nomeSezione(aperta)}
          resto={Math.max(0, (testa.fini?.[aperta ?? 0] ?? 0) - provaUsed())}
          onNo={chiudi}
          onSi={() => {
            chiudi()
            void closeSezione()
          }}
        />
      )}
      {finestra === 'abbandono' && (
        <Abbandono
          simulazione={testa.simulazione !== null}
          in_corso={esce}
          onNo={chiudi}
          onSi={() => void abbandona()}
        />
      )}
      {stato === 'in_pausa' && finestra !== 'consegna' && (
        <Pausa
          frasi={provaPauseText}
          testo={provaPauseText.testo(date, n)}
          {...(fermo !== null && { fermo: formatClock(fermo) })}
          nota={isDurable() ? pauseText.salvate : pauseText.non_salvate}
          onRiprendi={() => void setStatoProva('riprendi')}
          onConcludi={() => setFinestra('consegna')}
          onEsci={() => void dopo()}
        />
      )}
      {finestra === 'consegna' && (
        <Consegna
          vuote={n - date}
          da_rivedere={da_rivedere}
          in_corso={in_consegna || consegna_chiesta}
          onNo={chiudi}
          onSi={() => void consegna()}
        />
      )}
    </div>
  )
}
