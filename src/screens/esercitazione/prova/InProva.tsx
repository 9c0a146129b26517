import { useEffect, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import type { Domanda } from '#contract/database'
import type { Voce } from '#rules/prova/macchina'
import { isConservato } from '../../../state/archivio.ts'
import { hrefOrigine } from '../../../state/indirizzi.ts'
import { preferenze } from '../../../state/preferenze.ts'
import {
  askConsegna,
  closeSezione,
  goTo,
  prova,
  restoProva,
  segniScritti,
  setStatoProva,
  type TestaProva,
  usatiProva,
  withdrawConsegna,
} from '../../../state/prova.ts'
import { erase, mark, toggleEsclusa, toggleRivedi } from '../../../state/prova-segni.ts'
import { pausa } from '../../../text/esercitazione.ts'
import { finestre, pausaProva, tempo, prova as testi } from '../../../text/prova.ts'
import { useArrivo } from '../../../ui/arrivo.ts'
import { VisuallyHidden } from '../../../ui/base.tsx'
import { IconInfo, IconKeyboard, IconStrike, IconUndo } from '../../../ui/icone.ts'
import { Sheet } from '../../../ui/Sheet.tsx'
import { useLargo } from '../../../ui/useLargo.ts'
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
  const vista = useSnapshot(prova)
  const { tastiera } = useSnapshot(preferenze)
  const [, navigate] = useLocation()
  const { regole } = testa
  const severe = regole.navigazione === 'solo_avanti' || regole.correzioni === 'mai'
  const [finestra, setFinestra] = useState<Finestra>(
    severe && prova.indice === 0 && prova.date === 0 && prova.stato === 'in_corso' ? 'regole' : null,
  )
  const [barra, setBarra] = useState(false)
  /** The person leaves, and marks are still under way. */
  const [esce, setEsce] = useState(false)
  /** Grows with each change of mind, and when the trial is left. */
  const volta = useRef(0)
  useEffect(() => () => void volta.current++, [])
  const rif = useArrivo<HTMLElement>(testa.nome ?? testi.titolo)
  const largo = useLargo()
  useBattito()
  const domanda = vista.domanda as Domanda | null
  const voce = vista.voce as Voce
  const { indice, n, stato, date, da_rivedere, in_consegna, consegna_chiesta, aperta, scaduta } = vista
  const nomeSezione = (s: number | null) => regole.sezioni[s ?? 0]?.nome ?? ''
  const isAperto = (posto: number) => aperta === null || testa.sezioni[posto] === aperta
  const voci = useMemo(() => (domanda ? disponi(domanda, testa) : []), [domanda, testa])
  const chiudi = () => {
    volta.current++
    withdrawConsegna()
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
    void goTo(posto)
  }
  const segna = (posizione: number) => {
    if (!fissata) void mark(posizione)
  }
  const consegna = async () => {
    const mia = ++volta.current
    const esito = await askConsegna()
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
    const scritti = await segniScritti()
    if (cambiata()) return
    if (!scritti) return chiudi()
    if (regole.pausa && prova.stato === 'in_corso' && testa.durata !== null) {
      const ferma = await setStatoProva('pausa')
      if (cambiata()) return
      // The time of a simulation would run on: whoever leaves must know it.
      if (!ferma && testa.simulazione) return chiudi()
    }
    navigate(hrefOrigine(testa.id_concorso), { replace: true })
  }
  // At zero whatever was open gives way to the delivery.
  useEffect(() => {
    if (in_consegna && restoProva() === 0) setFinestra(null)
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
    onRivedi: () => void toggleRivedi(),
    onBarra: (i) => {
      const v = voci[i]
      if (v) void toggleEsclusa(v.posizione)
    },
    onCancella: () => {
      if (!fissata) void erase()
    },
    onAiuto: () => setFinestra('aiuto'),
  })
  const azioni = [
    { id: 'barra', testo: testi.barra, icona: <IconStrike size={20} />, onScegli: () => setBarra(true) },
    { id: 'cancella', testo: testi.cancella, icona: <IconUndo size={20} />, onScegli: () => void erase() },
    { id: 'regole', testo: testi.regole, icona: <IconInfo size={20} />, onScegli: () => setFinestra('regole') },
    { id: 'tasti', testo: testi.scorciatoie, icona: <IconKeyboard size={20} />, onScegli: () => setFinestra('aiuto') },
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

  const fermo = restoProva()
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
            onBarra={(p) => void toggleEsclusa(p)}
            onRivedi={() => void toggleRivedi()}
          />
        ) : vista.assente && stato === 'in_corso' ? (
          <Assente key={indice} onAvanti={() => indice < n - 1 && vai(indice + 1)} />
        ) : (
          <Arrivo />
        )}
        <VisuallyHidden>
          <span role="status">{in_consegna && restoProva() === 0 ? finestre.scaduta : ''}</span>
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
        <Sheet titolo={testi.foglio} onChiudi={chiudi}>
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
          resto={Math.max(0, (testa.fini?.[aperta ?? 0] ?? 0) - usatiProva())}
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
          frasi={pausaProva}
          testo={pausaProva.testo(date, n)}
          {...(fermo !== null && { fermo: tempo(fermo) })}
          nota={isConservato() ? pausa.salvate : pausa.non_salvate}
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
