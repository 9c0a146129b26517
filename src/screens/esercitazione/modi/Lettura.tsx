import { useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Domanda } from '#contract/database'
import { correctPosition } from '#rules/esito'
import { doneSoFar, goOn, markSeen } from '../../../features/sedute/modes.ts'
import { preferences, READING_PACES, setChoice } from '../../../features/sedute/preferences.ts'
import { goToPlace, type SedutaHead, sedutaState } from '../../../features/sedute/seduta-state.ts'
import { toggleShownPreferita } from '../../../features/sedute/toggle-preferita.ts'
import { modesText, readingText as testi } from '../../../text/modes.ts'
import { useArrival } from '../../../ui/arrival.ts'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconBack, IconForward, IconOrdered } from '../../../ui/icons.ts'
import { Segmented } from '../../../ui/Segmented.tsx'
import { Assente } from '../Assente.tsx'
import { Elenco } from './Elenco.tsx'
import { FineModo } from './FineModo.tsx'
import { FinestreModo } from './FinestreModo.tsx'
import { Letta } from './Letta.tsx'
import css from './modi.module.css'
import { TestataModo } from './TestataModo.tsx'
import { useModo } from './useModo.ts'
import { useScorri } from './useScorri.ts'
import { useTastiModo } from './useTastiModo.ts'

/** A question seen for less than this was only passed by, milliseconds. */
const LETTA_DOPO_MS = 400

/** Question and right answer, in official order, as fast as one likes (D22). */
export function Lettura({ seduta }: { seduta: SedutaHead }) {
  const vista = useSnapshot(sedutaState)
  const { tastiera, passo_lettura: passo } = useSnapshot(preferences)
  const modo = useModo(seduta)
  const rif = useArrival<HTMLElement>(testi.titolo)
  const [elenco, setElenco] = useState(false)
  const lette = useRef(new Set<number>())
  const comparsa = useRef(performance.now())
  const { indice, n, stato } = vista
  const domanda = vista.domanda as Domanda | null
  const id_domanda = domanda?.id_domanda
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next question is read from its top
  useEffect(() => {
    comparsa.current = performance.now()
    scrollTo(0, 0)
  }, [id_domanda, stato])

  const segna = async () => {
    if (!domanda || performance.now() - comparsa.current < LETTA_DOPO_MS) return
    if (await markSeen(domanda, 'LETTA')) lette.current.add(indice)
  }
  const vai = (dove: number) => {
    void segna()
    void goToPlace(dove)
  }
  const prossima = async () => {
    await segna()
    if (!(await goOn(1))) await modo.concludi()
  }
  const finisci = async () => {
    await segna()
    await modo.concludi()
  }
  const ultima = useRef(prossima)
  ultima.current = prossima
  const attiva = stato === 'in_corso' && !modo.esce && !elenco
  useEffect(() => {
    if (passo === '0' || !attiva || id_domanda === undefined) return
    const t = setTimeout(() => void ultima.current(), 60_000 / Number(passo))
    return () => clearTimeout(t)
  }, [passo, attiva, id_domanda])
  const precedente = () => {
    if (indice > 0) vai(indice - 1)
  }
  useTastiModo(tastiera && attiva, {
    avanti: () => void prossima(),
    indietro: precedente,
    stella: () => void toggleShownPreferita(),
  })
  const scorri = useScorri({ avanti: () => void prossima(), indietro: precedente })

  if (stato === 'consegnata')
    return (
      <FineModo
        id_concorso={seduta.id_concorso}
        titolo={testi.fine_titolo}
        testo={testi.fine(indice + 1, n, lette.current.size)}
        provale={testi.provale}
        scelta={() => ({ filtro: { id_concorso: seduta.id_concorso }, scelte: doneSoFar() })}
      />
    )
  return (
    <div className={css.schermo}>
      <TestataModo indice={indice} n={n} onVai={vai} onEsci={modo.chiediUscita} onPausa={modo.pausa} />
      <main className={css.corpo} tabIndex={-1} ref={rif} {...scorri}>
        {stato === 'in_corso' && domanda && (
          <Letta key={domanda.id_domanda} domanda={domanda} giusta={correctPosition(domanda)} />
        )}
        {stato === 'in_corso' && vista.missing && <Assente onAvanti={() => void goOn(1)} />}
      </main>
      <section className={css.dock} aria-label={modesText.navigazione}>
        <div className={css.dentro}>
          <Segmented
            legend={testi.passo}
            legendVisible={false}
            options={READING_PACES.map((value) => ({
              value,
              text: value === '0' ? testi.a_mano : testi.al_minuto(Number(value)),
            }))}
            value={passo}
            onSelect={(valore) => setChoice('passo_lettura', valore)}
          />
          <div className={cx(css.navigazione, css.conElenco)}>
            <Button
              iconOnly
              label={modesText.precedente}
              icon={<IconBack size={20} />}
              disabled={indice === 0}
              onClick={precedente}
            />
            <Button iconOnly label={testi.elenco} icon={<IconOrdered size={20} />} onClick={() => setElenco(true)} />
            <Button variant="primario" onClick={() => void prossima()}>
              {indice === n - 1 ? modesText.finisci : modesText.prossima}
              <IconForward size={20} />
            </Button>
          </div>
        </div>
      </section>
      {elenco && (
        <Elenco
          indice={indice}
          n={n}
          onChiudi={() => setElenco(false)}
          onVai={(i) => {
            setElenco(false)
            vai(i)
          }}
        />
      )}
      <FinestreModo
        modo={modo}
        testo={testi.in_pausa(indice + 1, n)}
        onDopo={() => void segna().then(modo.dopo)}
        onConcludi={finisci}
      />
    </div>
  )
}
