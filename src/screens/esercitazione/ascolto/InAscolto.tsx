import { useEffect, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Domanda } from '#contract/database'
import { doneSoFar, goOn, markSeen } from '../../../features/sedute/modes.ts'
import { LISTENING_PARTS, LISTENING_SPEEDS, preferences, setChoice } from '../../../features/sedute/preferences.ts'
import { goToPlace, type SedutaHead, sedutaState } from '../../../features/sedute/seduta-state.ts'
import { toggleShownPreferita } from '../../../features/sedute/toggle-preferita.ts'
import { modesText, listeningText as testi } from '../../../text/modes.ts'
import { useArrival } from '../../../ui/arrival.ts'
import { Button } from '../../../ui/Button.tsx'
import { IconPause, IconPlay, IconSkipBack, IconSkipForward } from '../../../ui/icons.ts'
import { Segmented } from '../../../ui/Segmented.tsx'
import { Assente } from '../Assente.tsx'
import { FineModo } from '../modi/FineModo.tsx'
import { FinestreModo } from '../modi/FinestreModo.tsx'
import css from '../modi/modi.module.css'
import { TestataModo } from '../modi/TestataModo.tsx'
import { useModo } from '../modi/useModo.ts'
import { useTastiModo } from '../modi/useTastiModo.ts'
import { Detta } from './Detta.tsx'
import { pezziDi } from './frasi.ts'
import { useCoda } from './useCoda.ts'
import { useComandiMedia } from './useComandiMedia.ts'

/** Between a question and the next. */
const TRA_DOMANDE_MS = 900

/** Hands free: question after question by the device's voice, on the screen, on the lock screen, on the headset (D22). */
export function InAscolto({ seduta, voce }: { seduta: SedutaHead; voce: SpeechSynthesisVoice }) {
  const vista = useSnapshot(sedutaState)
  const { tastiera, velocita_ascolto: velocita, cosa_ascolto: cosa } = useSnapshot(preferences)
  const modo = useModo(seduta)
  const rif = useArrival<HTMLElement>(testi.titolo)
  /** What the person wants: the voice goes on with the next question. */
  const [vuole, setVuole] = useState(false)
  const ascoltate = useRef(new Set<number>())
  const { indice, n, stato } = vista
  const domanda = vista.domanda as Domanda | null
  const id_domanda = domanda?.id_domanda

  const finita = async () => {
    if (domanda && (await markSeen(domanda, 'ASCOLTATA'))) ascoltate.current.add(indice)
    // Paused meanwhile: it goes on when it is resumed.
    if (sedutaState.indice === indice && continua.current) scheduleNext()
  }
  const scheduleNext = () => {
    if (attesa.current) clearTimeout(attesa.current)
    attesa.current = setTimeout(() => {
      if (sedutaState.indice !== indice || sedutaState.stato !== 'in_corso') return
      void goOn(1).then((andata) => {
        if (!andata) void modo.concludi()
      })
    }, TRA_DOMANDE_MS)
  }
  const attesa = useRef<ReturnType<typeof setTimeout> | null>(null)
  const coda = useCoda(voce, () => void finita())
  const pezzi = useMemo(() => (domanda ? pezziDi(domanda, cosa) : []), [domanda, cosa])
  const inCorso = stato === 'in_corso' && !modo.esce
  const { setVelocita } = coda
  // biome-ignore lint/correctness/useExhaustiveDependencies: the queue is one
  useEffect(() => setVelocita(Number(velocita)), [velocita])
  const continua = useRef(false)
  continua.current = vuole && inCorso
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question or another choice begins again
  useEffect(() => {
    if (attesa.current) clearTimeout(attesa.current)
    coda.load(pezzi)
    if (vuole && inCorso && pezzi.length > 0) coda.play()
  }, [id_domanda, cosa])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the wish and the pause
  useEffect(() => {
    if (vuole && inCorso) {
      if (coda.stato === 'finita') scheduleNext()
      else if (pezzi.length > 0) coda.play()
    } else {
      if (attesa.current) clearTimeout(attesa.current)
      coda.pause()
    }
  }, [vuole, inCorso])
  useEffect(() => () => void (attesa.current && clearTimeout(attesa.current)), [])
  useEffect(() => {
    if (coda.stato === 'muta') setVuole(false)
  }, [coda.stato])

  const avanti = () => {
    if (indice < n - 1) void goToPlace(indice + 1)
    else void modo.concludi()
  }
  const indietro = () => {
    if (indice > 0) void goToPlace(indice - 1)
  }
  const parla = vuole && coda.stato === 'parla'
  useComandiMedia(domanda?.testo ?? testi.titolo, modesText.posto(indice + 1, n), vuole, {
    play: () => setVuole(true),
    pause: () => setVuole(false),
    avanti,
    indietro,
  })
  useTastiModo(tastiera && inCorso, {
    avanti,
    indietro,
    stella: () => void toggleShownPreferita(),
    spazio: () => setVuole(!vuole),
  })

  if (stato === 'consegnata')
    return (
      <FineModo
        id_concorso={seduta.id_concorso}
        titolo={testi.fine_titolo}
        testo={testi.fine(indice + 1, n, ascoltate.current.size)}
        provale={testi.provale}
        scelta={() => ({ filtro: { id_concorso: seduta.id_concorso }, scelte: doneSoFar() })}
      />
    )
  const pezzo = pezzi[coda.indice]
  return (
    <div className={css.schermo}>
      <TestataModo
        indice={indice}
        n={n}
        onVai={(i) => void goToPlace(i)}
        onEsci={modo.chiediUscita}
        onPausa={modo.pausa}
      />
      <main className={css.corpo} tabIndex={-1} ref={rif}>
        {stato === 'in_corso' && domanda && (
          <Detta
            key={domanda.id_domanda}
            domanda={domanda}
            cosa={cosa}
            parte={parla && pezzo?.tipo === 'voce' ? pezzo.parte : null}
            fino={coda.stato === 'finita' ? pezzi.length : coda.indice}
            pezzi={pezzi}
          />
        )}
        {stato === 'in_corso' && vista.missing && <Assente onAvanti={avanti} />}
        <div className={css.opzioni}>
          <Segmented
            legend={testi.cosa}
            options={LISTENING_PARTS.map((value) => ({ value, text: testi.cose[value] }))}
            value={cosa}
            onSelect={(valore) => setChoice('cosa_ascolto', valore)}
          />
          <Segmented
            legend={testi.velocita}
            options={LISTENING_SPEEDS.map((value) => ({ value, text: testi.per(Number(value)) }))}
            value={velocita}
            onSelect={(valore) => setChoice('velocita_ascolto', valore)}
          />
        </div>
      </main>
      <section className={css.dock} aria-label={modesText.navigazione}>
        <div className={css.dentro}>
          <p className={css.stato} role="status">
            {coda.stato === 'muta' ? testi.muta : parla ? testi.sto_leggendo : testi.ferma_qui}
          </p>
          <div className={css.comandi}>
            <Button
              iconOnly
              label={testi.precedente}
              icon={<IconSkipBack size={24} />}
              disabled={indice === 0}
              onClick={indietro}
            />
            <Button
              variant="primario"
              size="lg"
              iconOnly
              label={vuole ? testi.ferma : coda.stato === 'muta' ? testi.riprova : testi.ascolta}
              icon={vuole ? <IconPause size={28} /> : <IconPlay size={28} />}
              onClick={() => setVuole(!vuole)}
            />
            <Button iconOnly label={testi.prossima} icon={<IconSkipForward size={24} />} onClick={avanti} />
          </div>
        </div>
      </section>
      <FinestreModo modo={modo} testo={testi.in_pausa(indice + 1, n)} />
    </div>
  )
}
