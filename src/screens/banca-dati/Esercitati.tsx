import { useEffect, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import type { BancaLocale, Completamento, Conteggi } from '#contract/database'
import { showGuasto } from '../../state/avvisi.ts'
import { countFiltro, dettaglio, startSeduta } from '../../state/banca.ts'
import { hrefSeduta } from '../../state/indirizzi.ts'
import { preferenze } from '../../state/preferenze.ts'
import { AltriModi } from './AltriModi.tsx'
import { Avvio } from './Avvio.tsx'
import css from './banca.module.css'
import { Come } from './Come.tsx'
import { isFiltrato, toFiltro } from './filtri.ts'
import { Materie } from './Materie.tsx'
import { Ripassare } from './Ripassare.tsx'
import { useFiltri } from './useFiltri.ts'

/** The filters are the content: every one of them, what they leave, and the way in (ui.md §3.6). */
export function Esercitati({ banca }: { banca: BancaLocale }) {
  const { id_concorso } = banca
  const { filtri, cambia, azzera } = useFiltri(id_concorso)
  const vista = useSnapshot(dettaglio)
  const { avanti_da_sola, mescola } = useSnapshot(preferenze)
  const [, navigate] = useLocation()
  const [inCorso, setInCorso] = useState(false)
  const completamento = vista.completamento as Completamento | null
  const conteggi = vista.conteggi as Conteggi | null
  const materie = useMemo(
    () => completamento?.materie.flatMap((m) => (m.id_materia === null ? [] : [m.id_materia])) ?? null,
    [completamento],
  )
  const filtro = useMemo(
    () => (materie ? toFiltro(id_concorso, filtri, materie) : null),
    [id_concorso, filtri, materie],
  )
  useEffect(() => {
    if (filtro) void countFiltro(filtro)
  }, [filtro])

  const inizia = async () => {
    if (!filtro || inCorso) return
    setInCorso(true)
    const esito = await startSeduta({ filtro, ordine: filtri.ordine, mescola, avanti_da_sola })
    setInCorso(false)
    if (esito.ok) navigate(hrefSeduta(esito.value))
    else showGuasto(esito.error, { riprova: () => void inizia() })
  }
  return (
    <div className={css.colonne}>
      <div className={css.schede}>
        <Ripassare
          banca={banca}
          conteggi={conteggi}
          livelli={filtri.livelli}
          soloPreferiti={filtri.soloPreferiti}
          onCambia={cambia}
        />
        <Come n={banca.n_domande_totali} filtri={filtri} onCambia={cambia} />
        {completamento && materie && materie.length > 0 && (
          <Materie righe={completamento.materie} conteggi={conteggi} materie={filtri.materie} onCambia={cambia} />
        )}
        {filtro && <AltriModi filtro={filtro} ordine={filtri.ordine} vuoto={conteggi?.totale === 0} />}
      </div>
      <Avvio
        totale={conteggi?.totale ?? null}
        guasto={vista.guasto_conteggi}
        inCorso={inCorso}
        onInizia={() => void inizia()}
        onAzzera={isFiltrato(filtri) ? azzera : null}
      />
    </div>
  )
}
