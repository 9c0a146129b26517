import { useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Domanda } from '#contract/database'
import { showError } from '../../../app/notices.ts'
import { assignKey, listWithoutKey } from '../../../features/sedute/modes.ts'
import { preferences } from '../../../features/sedute/preferences.ts'
import { goToPlace, type SedutaHead, sedutaState } from '../../../features/sedute/seduta-state.ts'
import { toggleShownPreferita } from '../../../features/sedute/toggle-preferita.ts'
import { modesText, assignText as testi } from '../../../text/modes.ts'
import { useArrival } from '../../../ui/arrival.ts'
import { Button } from '../../../ui/Button.tsx'
import { Row } from '../../../ui/base.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconBack, IconCheck, IconForward, IconUndo } from '../../../ui/icons.ts'
import { Assente } from '../Assente.tsx'
import { numeroDi } from '../Domanda.tsx'
import comune from '../domanda.module.css'
import { Figura } from '../Figura.tsx'
import { Quesito, Testo } from '../Testo.tsx'
import { FineModo } from './FineModo.tsx'
import { FinestreModo } from './FinestreModo.tsx'
import { Sopra } from './Letta.tsx'
import css from './modi.module.css'
import { TestataModo } from './TestataModo.tsx'
import { useModo } from './useModo.ts'
import { useTastiModo } from './useTastiModo.ts'

type Fatta = { indice: number; domanda: Domanda; prima: number | null }

/** The right answers by the person's own hand: one tap each, kept apart from official keys (D17). */
export function Assegna({ seduta }: { seduta: SedutaHead }) {
  const vista = useSnapshot(sedutaState)
  const { tastiera } = useSnapshot(preferences)
  const modo = useModo(seduta)
  const rif = useArrival<HTMLElement>(testi.titolo)
  const [fatte, setFatte] = useState<readonly Fatta[]>([])
  const [mancano, setMancano] = useState<number | null>(null)
  const inCorso = useRef(false)
  const { indice, n, stato } = vista
  const domanda = vista.domanda as Domanda | null
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted again after each key
  useEffect(() => {
    void listWithoutKey().then((senza) => senza.ok && setMancano(senza.value.length))
  }, [fatte])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next question is read from its top
  useEffect(() => {
    scrollTo(0, 0)
  }, [indice])

  const scegli = async (posizione: number) => {
    if (!domanda || domanda.corretta === posizione || inCorso.current) return
    inCorso.current = true
    const fatta = { indice, domanda, prima: domanda.corretta }
    if (await assignKey(domanda, posizione)) setFatte((f) => [...f, fatta])
    inCorso.current = false
  }
  const annulla = async () => {
    const ultima = fatte.at(-1)
    if (!ultima || inCorso.current) return
    inCorso.current = true
    if (await assignKey(ultima.domanda, ultima.prima)) {
      setFatte((f) => f.slice(0, -1))
      await goToPlace(ultima.indice)
    }
    inCorso.current = false
  }
  /** The next place without a key, from the first again after the last; at the end when there is none. */
  const prossima = async () => {
    const senza = await listWithoutKey()
    if (!senza.ok) return showError(senza.error, { riprova: () => void prossima() })
    const dopo = senza.value.find((i) => i > indice) ?? senza.value.find((i) => i < indice)
    if (dopo === undefined) await modo.concludi()
    else await goToPlace(dopo)
  }
  const precedente = () => {
    if (indice > 0) void goToPlace(indice - 1)
  }
  useTastiModo(tastiera && stato === 'in_corso' && !modo.esce, {
    avanti: () => void prossima(),
    indietro: precedente,
    stella: () => void toggleShownPreferita(),
    lettera: (i) => {
      if (domanda && i < domanda.risposte.length) void scegli(i + 1)
    },
    annulla: () => void annulla(),
  })

  if (stato === 'consegnata')
    return (
      <FineModo
        id_concorso={seduta.id_concorso}
        titolo={testi.fine_titolo}
        testo={testi.fine(n - (mancano ?? 0), mancano ?? 0)}
        provale={testi.provale}
        scelta={n > (mancano ?? 0) ? () => ({ filtro: { id_concorso: seduta.id_concorso, chiavi: ['utente'] } }) : null}
      />
    )
  return (
    <div className={css.schermo}>
      <TestataModo
        indice={indice}
        n={n}
        {...(mancano !== null && { nota: testi.mancano(mancano) })}
        onVai={(i) => void goToPlace(i)}
        onEsci={modo.chiediUscita}
        onPausa={modo.pausa}
      />
      <main className={css.corpo} tabIndex={-1} ref={rif}>
        {stato === 'in_corso' && domanda && <Chiave domanda={domanda} onScegli={(p) => void scegli(p)} />}
        {stato === 'in_corso' && vista.missing && <Assente onAvanti={() => void prossima()} />}
      </main>
      <section className={css.dock} aria-label={modesText.navigazione}>
        <div className={css.dentro}>
          <div className={css.stato}>
            <span role="status">
              {domanda?.corretta != null ? testi.assegnata('ABCDE'[domanda.corretta - 1] ?? '') : testi.scegli}
            </span>
            <Row>
              {domanda?.corretta != null && (
                <Button
                  size="sm"
                  variant="fantasma"
                  onClick={() =>
                    void assignKey(domanda, null).then(
                      (ok) => ok && setFatte((f) => f.filter((x) => x.indice !== indice)),
                    )
                  }
                >
                  {testi.togli}
                </Button>
              )}
              {fatte.length > 0 && (
                <Button size="sm" icon={<IconUndo size={16} />} onClick={() => void annulla()}>
                  {testi.annulla}
                </Button>
              )}
            </Row>
          </div>
          <div className={css.navigazione}>
            <Button
              iconOnly
              label={modesText.precedente}
              icon={<IconBack size={20} />}
              disabled={indice === 0}
              onClick={precedente}
            />
            <Button variant="primario" onClick={() => void prossima()}>
              {mancano === 0 ? modesText.finisci : domanda?.corretta == null ? testi.salta : testi.prossima}
              <IconForward size={20} />
            </Button>
          </div>
        </div>
      </section>
      <FinestreModo modo={modo} testo={testi.in_pausa} />
    </div>
  )
}

function Chiave({ domanda, onScegli }: { domanda: Domanda; onScegli: (posizione: number) => void }) {
  return (
    <>
      <Sopra domanda={domanda} />
      <h1 className={comune.quesito}>
        <Quesito testo={domanda.testo} html={domanda.html} />
      </h1>
      {domanda.immagine !== null && <Figura key={domanda.id_domanda} domanda={domanda} numero={numeroDi(domanda)} />}
      <fieldset className={comune.risposte} aria-label={testi.quale}>
        {domanda.risposte.map((testo, i) => {
          const scelta = domanda.corretta === i + 1
          return (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: printed positions are what they are
              key={`${domanda.id_domanda} ${i}`}
              type="button"
              aria-pressed={scelta}
              className={cx(comune.risposta, scelta && comune.ok)}
              onClick={() => onScegli(i + 1)}
            >
              <span className={comune.lettera}>{'ABCDE'[i]}</span>
              <span className={comune.testo}>
                <Testo testo={testo} html={domanda.html} />
              </span>
              {scelta && (
                <span className={comune.segno}>
                  <IconCheck size={16} />
                  <span>{testi.tua}</span>
                </span>
              )}
            </button>
          )
        })}
      </fieldset>
    </>
  )
}
