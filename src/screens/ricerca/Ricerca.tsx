import { useEffect, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import type { BancaLocale, ConteggiRicerca, SedutaInBreve, Trovate } from '#contract/database'
import type { Failure } from '#contract/result'
import { comandiAperte } from '../../state/aperte.ts'
import { showGuasto } from '../../state/avvisi.ts'
import { loadBanche, banche as stato } from '../../state/banche.ts'
import { HREF_SQL } from '../../state/indirizzi.ts'
import { leaveRicerca, readAperteRicerca, ricerca, searchRicerca } from '../../state/ricerca.ts'
import { salvate, ricerca as testi } from '../../text/ricerca.ts'
import { Aperte } from '../../ui/Aperte.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { IconSaved, IconSql } from '../../ui/icone.ts'
import { Pagina } from '../../ui/Pagina.tsx'
import { Salta } from '../../ui/Salta.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { SkeletonCards } from '../../ui/Stati.tsx'
import { useLargo } from '../../ui/useLargo.ts'
import { Azioni } from './Azioni.tsx'
import { Barra } from './Barra.tsx'
import { Elenco } from './Elenco.tsx'
import { parole, toFiltro } from './filtri.ts'
import { Pannello } from './Pannello.tsx'
import css from './ricerca.module.css'
import { leftLista } from './ritorno.ts'
import { Salvate } from './Salvate.tsx'
import { Testata } from './Testata.tsx'
import { useFiltri } from './useFiltri.ts'
import { NIENTE, useSelezione } from './useSelezione.ts'
import { SenzaBanche, Vuota } from './Vuota.tsx'

/** Quiet milliseconds of typing before the store is asked; a touch on a filter asks at once. */
const QUIETE_MS = 120

const ID_RISULTATI = 'risultati'

/** `/ricerca`: every question on the device, by words and filters, and a sitting with the ones that are chosen [SC13]. */
export default function Ricerca() {
  const { elenco, fase, guasto } = useSnapshot(stato)
  const [salvateAperte, setSalvateAperte] = useState(false)
  const filtri = useFiltri()
  useEffect(() => {
    void loadBanche()
    return leaveRicerca
  }, [])
  const presenti = (elenco as BancaLocale[]).filter((b) => b.n_domande > 0)
  const apri = (
    <Button
      variante="fantasma"
      quadrato
      etichetta={salvate.titolo}
      aria-haspopup="dialog"
      icona={<IconSaved size={20} />}
      onClick={() => setSalvateAperte(true)}
    />
  )
  return (
    <Pagina
      titolo={testi.titolo}
      barra={
        <>
          <ButtonLink
            variante="fantasma"
            quadrato
            href={HREF_SQL}
            etichetta={testi.sql}
            icona={<IconSql size={20} />}
          />
          {apri}
        </>
      }
      lato={
        <span className={css.soloLargo}>
          <ButtonLink variante="fantasma" href={HREF_SQL} icona={<IconSql size={20} />}>
            {testi.sql}
          </ButtonLink>
          <Button aria-haspopup="dialog" icona={<IconSaved size={20} />} onClick={() => setSalvateAperte(true)}>
            {salvate.titolo}
          </Button>
        </span>
      }
    >
      {fase === 'guasto' && guasto ? (
        <ErrorState titolo={testi.errore} guasto={guasto as Failure} onRiprova={() => void loadBanche()} />
      ) : fase === 'mai' || fase === 'istantanea' ? (
        <SkeletonCards />
      ) : presenti.length === 0 ? (
        <SenzaBanche inElenco={elenco.length > 0} />
      ) : (
        <Cerca {...filtri} banche={presenti} />
      )}
      {salvateAperte && (
        <Salvate filtri={filtri.filtri} onApri={filtri.rimpiazza} onChiudi={() => setSalvateAperte(false)} />
      )}
    </Pagina>
  )
}

function Cerca({ filtri, cambia, rimpiazza, banche }: ReturnType<typeof useFiltri> & { banche: BancaLocale[] }) {
  const vista = useSnapshot(ricerca)
  const trovate = vista.trovate as Trovate | null
  const conteggi = vista.conteggi as ConteggiRicerca | null
  const guasto = vista.guasto as Failure | null
  const largo = useLargo()
  const [foglio, setFoglio] = useState(false)
  const vai = useRef<(posto: number) => void>(() => {})
  const { ordine, seme } = filtri
  const domanda = JSON.stringify([toFiltro(filtri), ordine, ordine === 'CASUALE' ? seme : 0])
  const selezione = useSelezione(trovate, () => leftLista(domanda)?.scelte ?? NIENTE)
  const scritto = useRef(filtri.testo)
  const [giro, setGiro] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `domanda` is all that is asked, `giro` asks again
  useEffect(() => {
    const ask = () => void searchRicerca({ filtro: toFiltro(filtri), ordine, seme })
    if (scritto.current === filtri.testo) return ask()
    scritto.current = filtri.testo
    const t = setTimeout(ask, QUIETE_MS)
    return () => clearTimeout(t)
  }, [domanda, giro])
  const riprova = () => setGiro((n) => n + 1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure is told once
  useEffect(() => {
    if (guasto) showGuasto(guasto, { riprova })
  }, [guasto])

  const query = parole(filtri)
  const nomi = useMemo(
    () => (banche.length > 1 ? new Map(banche.map((b) => [b.id_concorso, b.concorso])) : null),
    [banche],
  )
  const n = trovate?.id_domande.length ?? 0
  const cercate = filtri.concorsi.length > 0 ? filtri.concorsi.length : banche.length
  const pannello = <Pannello filtri={filtri} conteggi={conteggi} onCambia={cambia} />
  return (
    <>
      <Barra
        filtri={filtri}
        conteggi={conteggi}
        onCambia={cambia}
        onRimpiazza={rimpiazza}
        onFiltri={largo ? null : () => setFoglio(true)}
      />
      <Lasciate />
      <div className={css.colonne}>
        {largo && (
          <aside className={css.lato} aria-label={testi.filtri}>
            <Salta meta={ID_RISULTATI}>{testi.vai_ai_risultati}</Salta>
            {pannello}
          </aside>
        )}
        <div className={css.risultati} id={ID_RISULTATI} tabIndex={-1}>
          {vista.fase === 'guasto' && guasto ? (
            <ErrorState titolo={testi.errore} guasto={guasto} onRiprova={riprova} />
          ) : !trovate ? (
            <SkeletonCards etichetta={testi.cerco} />
          ) : (
            <>
              <Testata
                n={n}
                ms={vista.ms}
                banche={cercate}
                filtri={filtri}
                selezione={selezione}
                onCambia={cambia}
                onVai={(posto) => vai.current(posto)}
              />
              {n === 0 ? (
                <Vuota filtri={filtri} onRimpiazza={rimpiazza} />
              ) : (
                <Elenco
                  trovate={trovate}
                  domanda={domanda}
                  query={query}
                  banche={nomi}
                  selezione={selezione}
                  vai={vai}
                />
              )}
              {selezione.n > 0 && <Azioni n={n} selezione={selezione} />}
            </>
          )}
        </div>
      </div>
      {foglio && !largo && (
        <Sheet titolo={testi.filtri} onChiudi={() => setFoglio(false)}>
          {pannello}
          <div className={css.fondo}>
            <Button variante="primario" pieno onClick={() => setFoglio(false)}>
              {testi.mostra(conteggi?.totale ?? n)}
            </Button>
          </div>
        </Sheet>
      )}
    </>
  )
}

/** The sittings over several banks left open. */
function Lasciate() {
  const { aperte } = useSnapshot(ricerca)
  const [, navigate] = useLocation()
  useEffect(() => void readAperteRicerca(), [])
  return <Aperte aperte={aperte as readonly SedutaInBreve[]} {...comandiAperte(navigate)} />
}
