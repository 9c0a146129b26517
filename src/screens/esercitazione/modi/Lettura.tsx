import { useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Domanda } from '#contract/database'
import { posizioneGiusta } from '#rules/esito'
import { goTo, prova, type TestaSeduta } from '../../../state/esercitazione.ts'
import { fatteFinora, goAvanti, markVista } from '../../../state/modi.ts'
import { PASSI_LETTURA, preferenze, setScelta } from '../../../state/preferenze.ts'
import { toggleStella } from '../../../state/stella.ts'
import { modi, lettura as testi } from '../../../text/modi.ts'
import { useArrivo } from '../../../ui/arrivo.ts'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconBack, IconForward, IconOrdered } from '../../../ui/icone.ts'
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
export function Lettura({ seduta }: { seduta: TestaSeduta }) {
  const vista = useSnapshot(prova)
  const { tastiera, passo_lettura: passo } = useSnapshot(preferenze)
  const modo = useModo(seduta)
  const rif = useArrivo<HTMLElement>(testi.titolo)
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
    if (await markVista(domanda, 'LETTA')) lette.current.add(indice)
  }
  const vai = (dove: number) => {
    void segna()
    void goTo(dove)
  }
  const prossima = async () => {
    await segna()
    if (!(await goAvanti(1))) await modo.concludi()
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
    stella: () => void toggleStella(),
  })
  const scorri = useScorri({ avanti: () => void prossima(), indietro: precedente })

  if (stato === 'consegnata')
    return (
      <FineModo
        id_concorso={seduta.id_concorso}
        titolo={testi.fine_titolo}
        testo={testi.fine(indice + 1, n, lette.current.size)}
        provale={testi.provale}
        scelta={() => ({ filtro: { id_concorso: seduta.id_concorso }, scelte: fatteFinora() })}
      />
    )
  return (
    <div className={css.schermo}>
      <TestataModo indice={indice} n={n} onVai={vai} onEsci={modo.chiediUscita} onPausa={modo.pausa} />
      <main className={css.corpo} tabIndex={-1} ref={rif} {...scorri}>
        {stato === 'in_corso' && domanda && (
          <Letta key={domanda.id_domanda} domanda={domanda} giusta={posizioneGiusta(domanda)} />
        )}
        {stato === 'in_corso' && vista.assente && <Assente onAvanti={() => void goAvanti(1)} />}
      </main>
      <section className={css.dock} aria-label={modi.navigazione}>
        <div className={css.dentro}>
          <Segmented
            legenda={testi.passo}
            legendaVisibile={false}
            opzioni={PASSI_LETTURA.map((valore) => ({
              valore,
              testo: valore === '0' ? testi.a_mano : testi.al_minuto(Number(valore)),
            }))}
            valore={passo}
            onScegli={(valore) => setScelta('passo_lettura', valore)}
          />
          <div className={cx(css.navigazione, css.conElenco)}>
            <Button
              quadrato
              etichetta={modi.precedente}
              icona={<IconBack size={20} />}
              disabled={indice === 0}
              onClick={precedente}
            />
            <Button
              quadrato
              etichetta={testi.elenco}
              icona={<IconOrdered size={20} />}
              onClick={() => setElenco(true)}
            />
            <Button variante="primario" onClick={() => void prossima()}>
              {indice === n - 1 ? modi.finisci : modi.prossima}
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
