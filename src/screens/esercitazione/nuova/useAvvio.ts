import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Domanda } from '#contract/database'
import { hrefSeduta } from '../../../app/hrefs.ts'
import { showError } from '../../../app/notices.ts'
import { extraTime } from '../../../features/account/extra-time.ts'
import { drawDomande } from '../../../features/prove/draw.ts'
import { nuovaProvaText as testi } from '../../../features/prove/nuova-text.ts'
import { startProva } from '../../../features/prove/start-prova.ts'
import { newSeed } from '../../../platform/ids.ts'
import { assegna } from './assegna.ts'
import { documentoDi } from './composizione.ts'
import { settleDifficolta } from './difficolta.ts'
import { type Disponibile, type Modulo, sezioneDi, toFiltro } from './modulo.ts'

/** Draws the questions, settles their sections, starts the trial and goes to it. */
export function useAvvio(id_concorso: number) {
  const [, navigate] = useLocation()
  const [inCorso, setInCorso] = useState(false)
  const [errore, setErrore] = useState<string | null>(null)
  const run = async (m: Modulo, materie: readonly Disponibile[]) => {
    const seme = newSeed()
    const { quote: difficolta } = settleDifficolta(m, documentoDi(m), materie)
    const quote = materie.map(({ id_materia, materia }) => ({
      id_materia,
      numero: m.quote[id_materia] ?? 0,
      sezione: sezioneDi(m, id_materia, materia),
    }))
    const estratte = await drawDomande(id_concorso, quote, (id) => toFiltro(id_concorso, m, id), seme, difficolta)
    if (!estratte.ok) return showError(estratte.error)
    const { domande, sezioni } = estratte.value
    const posti = assegna(
      m,
      domande,
      sezioni,
      difficolta.map((d) => d !== null),
    )
    if (posti.non_valutate > 0) return setErrore(testi.difetti.non_situazionali(posti.non_valutate))
    const esito = await startProva({
      tipo: 'PROVA_PERSONALIZZATA',
      id_concorso,
      scelte: Int32Array.from(posti.ordine, (i) => (domande[i] as Domanda).id_domanda),
      seme,
      prova: {
        regole: posti.regole,
        sezioni: posti.sezioni,
        difficolta: posti.difficolta,
        tempo_aggiuntivo: extraTime.percent,
        simulazione: null,
        sfida: null,
      },
    })
    if (esito.ok) navigate(hrefSeduta(esito.value))
    else showError(esito.error)
  }
  return {
    inCorso,
    errore,
    inizia: async (m: Modulo, materie: readonly Disponibile[]) => {
      if (inCorso) return
      setErrore(null)
      setInCorso(true)
      await run(m, materie)
      setInCorso(false)
    },
  }
}
