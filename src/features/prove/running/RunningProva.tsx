import { useEffect, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import type { Domanda } from '#contract/database'
import type { Voce } from '#rules/prova/machine'
import { hrefOrigin } from '../../../components/hrefs.ts'
import { isDurable } from '../../../store/opening.ts'
import { pauseText } from '../../../text/esercitazione.ts'
import {
  formatClock,
  provaDialogsText,
  provaKeysText,
  provaPauseText,
  provaText as testi,
} from '../../../text/prova.ts'
import { useArrival } from '../../../ui/arrival.ts'
import { VisuallyHidden } from '../../../ui/base.tsx'
import { IconInfo, IconKeyboard, IconStrike, IconUndo } from '../../../ui/icons.ts'
import { Sheet } from '../../../ui/Sheet.tsx'
import { useWide } from '../../../ui/useWide.ts'
import { ArrivingDomanda } from '../../sedute/parts/ArrivingDomanda.tsx'
import { arrangeAnswers } from '../../sedute/parts/answer-order.ts'
import { KeysHelp } from '../../sedute/parts/KeysHelp.tsx'
import { MissingDomanda } from '../../sedute/parts/MissingDomanda.tsx'
import { PauseCover } from '../../sedute/parts/PauseCover.tsx'
import comune from '../../sedute/parts/seduta.module.css'
import { useSedutaKeys } from '../../sedute/parts/useSedutaKeys.ts'
import { preferences } from '../../sedute/preferences.ts'
import { eraseMark, markAnswer, toggleProvaReview, toggleProvaStruckOut } from '../prova-marks.ts'
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
} from '../prova-state.ts'
import { DeliverySheet } from './DeliverySheet.tsx'
import { ProvaBar } from './ProvaBar.tsx'
import { AbandonDialog, CloseSezioneDialog, DeliverDialog, LeaveProva } from './ProvaDialogs.tsx'
import { ProvaDomanda } from './ProvaDomanda.tsx'
import { ProvaHeader } from './ProvaHeader.tsx'
import { ProvaPanel } from './ProvaPanel.tsx'
import css from './prova.module.css'
import { provaKeys } from './prova-keys.ts'
import { RegoleDialog } from './RegoleDialog.tsx'
import { SezioneTag } from './SezioneTag.tsx'
import { useHeartbeat } from './useTimeLeft.ts'

type ProvaDialog = 'regole' | 'foglio' | 'aiuto' | 'uscita' | 'consegna' | 'abbandono' | 'sezione' | null

/** A trial while it runs: nothing is told before delivery (mock 4). */
export function RunningProva({ head }: { head: TestaProva }) {
  const view = useSnapshot(provaState)
  const { tastiera } = useSnapshot(preferences)
  const [, navigate] = useLocation()
  const { regole } = head
  const isStrict = regole.navigazione === 'solo_avanti' || regole.correzioni === 'mai'
  const [dialog, setDialog] = useState<ProvaDialog>(
    isStrict && provaState.indice === 0 && provaState.marked === 0 && provaState.stato === 'in_corso' ? 'regole' : null,
  )
  const [strikingOut, setStrikingOut] = useState(false)
  /** The person leaves, and marks are still under way. */
  const [leaving, setLeaving] = useState(false)
  /** Grows with each change of mind, and when the trial is left. */
  const turn = useRef(0)
  useEffect(() => () => void turn.current++, [])
  const ref = useArrival<HTMLElement>(head.nome ?? testi.titolo)
  const wide = useWide()
  useHeartbeat()
  const domanda = view.domanda as Domanda | null
  const voce = view.voce as Voce
  const {
    indice,
    n,
    stato,
    marked,
    da_rivedere,
    delivering,
    delivery_asked: deliveryAsked,
    open_sezione: openSezione,
    ended_sezione: endedSezione,
  } = view
  const sezioneName = (s: number | null) => regole.sezioni[s ?? 0]?.nome ?? ''
  const isOpen = (place: number) => openSezione === null || head.sezioni[place] === openSezione
  const options = useMemo(() => (domanda ? arrangeAnswers(domanda, head) : []), [domanda, head])
  const close = () => {
    turn.current++
    withdrawDelivery()
    setLeaving(false)
    setDialog(null)
  }
  const switchTo = (other: ProvaDialog) => {
    close()
    setDialog(other)
  }
  const isFree = regole.navigazione === 'libera'
  const isFixed = regole.correzioni === 'mai' && voce.risposta !== null
  const goTo = (place: number) => {
    close()
    setStrikingOut(false)
    void goToProvaPlace(place)
  }
  const mark = (posizione: number) => {
    if (!isFixed) void markAnswer(posizione)
  }
  const deliver = async () => {
    const mine = ++turn.current
    const result = await askDelivery()
    if (!result?.ok && mine === turn.current) close()
  }
  const abandon = async () => {
    const mine = ++turn.current
    setLeaving(true)
    if (!(await setStatoProva('abbandona')) && mine === turn.current) close()
  }
  const leave = async () => {
    const mine = ++turn.current
    const hasChanged = () => mine !== turn.current
    setLeaving(true)
    const written = await areMarksWritten()
    if (hasChanged()) return
    if (!written) return close()
    if (regole.pausa && provaState.stato === 'in_corso' && head.durata !== null) {
      const paused = await setStatoProva('pausa')
      if (hasChanged()) return
      // The time of a simulation would run on: whoever leaves must know it.
      if (!paused && head.simulazione) return close()
    }
    navigate(hrefOrigin(head.id_concorso), { replace: true })
  }
  // At zero whatever was open gives way to the delivery.
  useEffect(() => {
    if (delivering && provaLeft() === 0) setDialog(null)
  }, [delivering])
  // So does the question whether to close a section that has closed by itself.
  useEffect(() => {
    if (endedSezione !== null) setDialog((f) => (f === 'sezione' ? null : f))
  }, [endedSezione])
  useSedutaKeys(
    tastiera && stato === 'in_corso' && dialog === null,
    provaKeys({
      onLetter: (i) => {
        const v = options[i]
        if (v) mark(v.posizione)
      },
      onPrevious: () => isFree && indice > 0 && isOpen(indice - 1) && goTo(indice - 1),
      onNext: () => indice < n - 1 && isOpen(indice + 1) && goTo(indice + 1),
      onReview: () => void toggleProvaReview(),
      onStrikeOut: (i) => {
        const v = options[i]
        if (v) void toggleProvaStruckOut(v.posizione)
      },
      onErase: () => {
        if (!isFixed) void eraseMark()
      },
      onHelp: () => setDialog('aiuto'),
    }),
  )
  const actions = [
    { id: 'barra', text: testi.barra, icon: <IconStrike size={20} />, onSelect: () => setStrikingOut(true) },
    { id: 'cancella', text: testi.cancella, icon: <IconUndo size={20} />, onSelect: () => void eraseMark() },
    { id: 'regole', text: testi.regole, icon: <IconInfo size={20} />, onSelect: () => setDialog('regole') },
    { id: 'tasti', text: testi.scorciatoie, icon: <IconKeyboard size={20} />, onSelect: () => setDialog('aiuto') },
  ].filter((a) => a.id !== 'cancella' || (voce.risposta !== null && !isFixed))
  const nota = isFixed
    ? testi.cambia_data
    : regole.correzioni === 'mai'
      ? testi.cambia_mai
      : isFree
        ? head.fini
          ? testi.cambia_sezione
          : testi.cambia_libera
        : testi.cambia_avanti

  const stoppedAt = provaLeft()
  return (
    <div className={comune.cornice}>
      <ProvaHeader
        indice={indice}
        n={n}
        marked={marked}
        nota={head.tempo_aggiuntivo > 0 && head.durata !== null ? testi.tempo_in_piu(head.tempo_aggiuntivo) : null}
        onLeave={() => setDialog('uscita')}
        onPause={regole.pausa ? () => void setStatoProva('pausa') : null}
      />
      <main className={comune.corpo} tabIndex={-1} ref={ref}>
        <p role="status" className={endedSezione === null ? undefined : css.chiusa}>
          {endedSezione === null ? '' : testi.sezione_scaduta(sezioneName(endedSezione), sezioneName(openSezione))}
        </p>
        {domanda && stato === 'in_corso' ? (
          <ProvaDomanda
            domanda={domanda}
            options={options}
            mark={voce}
            sezione={<SezioneTag head={head} indice={indice} />}
            nota={nota}
            actions={actions}
            strikingOut={strikingOut}
            onStrikeOutEnd={() => setStrikingOut(false)}
            onMark={mark}
            onStrikeOut={(p) => void toggleProvaStruckOut(p)}
            onReview={() => void toggleProvaReview()}
          />
        ) : view.missing && stato === 'in_corso' ? (
          <MissingDomanda key={indice} onNext={() => indice < n - 1 && goTo(indice + 1)} />
        ) : (
          <ArrivingDomanda />
        )}
        <VisuallyHidden>
          <span role="status">{delivering && provaLeft() === 0 ? provaDialogsText.scaduta : ''}</span>
        </VisuallyHidden>
      </main>
      {wide && <ProvaPanel head={head} onSelect={goTo} onDeliver={() => setDialog('consegna')} />}
      <ProvaBar
        n={n}
        marked={marked}
        isFirst={indice === 0 || !isOpen(indice - 1)}
        next={indice === n - 1 ? 'consegna' : isOpen(indice + 1) ? 'prossima' : 'sezione'}
        canGoBack={isFree}
        showKeys={tastiera}
        onPrevious={() => goTo(indice - 1)}
        onNext={() => goTo(indice + 1)}
        onSheet={() => setDialog('foglio')}
        onSezione={() => setDialog('sezione')}
        onDeliver={() => setDialog('consegna')}
      />
      {dialog === 'foglio' && (
        <Sheet title={testi.foglio} onClose={close}>
          <DeliverySheet isFree={isFree} onSelect={goTo} onDeliver={() => setDialog('consegna')} />
        </Sheet>
      )}
      {dialog === 'regole' && <RegoleDialog head={head} n={n} onClose={close} />}
      {dialog === 'aiuto' && <KeysHelp keys={provaKeysText} onClose={close} />}
      {dialog === 'uscita' && (
        <LeaveProva
          pausa={regole.pausa}
          isTimed={head.durata !== null}
          onStay={close}
          leaving={leaving}
          onLater={() => void leave()}
          onDeliver={() => switchTo('consegna')}
          onAbandon={() => switchTo('abbandono')}
        />
      )}
      {dialog === 'sezione' && (
        <CloseSezioneDialog
          nome={sezioneName(openSezione)}
          left={Math.max(0, (head.fini?.[openSezione ?? 0] ?? 0) - provaUsed())}
          onNo={close}
          onYes={() => {
            close()
            void closeSezione()
          }}
        />
      )}
      {dialog === 'abbandono' && (
        <AbandonDialog
          simulazione={head.simulazione !== null}
          busy={leaving}
          onNo={close}
          onYes={() => void abandon()}
        />
      )}
      {stato === 'in_pausa' && dialog !== 'consegna' && (
        <PauseCover
          texts={provaPauseText}
          testo={provaPauseText.testo(marked, n)}
          {...(stoppedAt !== null && { stoppedAt: formatClock(stoppedAt) })}
          nota={isDurable() ? pauseText.salvate : pauseText.non_salvate}
          onRiprendi={() => void setStatoProva('riprendi')}
          onConcludi={() => setDialog('consegna')}
          onEsci={() => void leave()}
        />
      )}
      {dialog === 'consegna' && (
        <DeliverDialog
          vuote={n - marked}
          da_rivedere={da_rivedere}
          busy={delivering || deliveryAsked}
          onNo={close}
          onYes={() => void deliver()}
        />
      )}
    </div>
  )
}
