import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Domanda } from '#contract/database'
import { reorder, semeOf, versioneOf } from '#rules/prova/foglio'
import { extraTime } from '../../../domain/extra-time.ts'
import { hrefSeduta } from '../../../domain/hrefs.ts'
import { startProva } from '../../../domain/start-prova.ts'
import { newSeed } from '../../../platform/ids.ts'
import { showError } from '../../../session/notices.ts'
import { drawDomande } from '../draw.ts'
import { nuovaProvaText as testi } from '../nuova-text.ts'
import { assignSezioni } from './assign-sezioni.ts'
import { documentOf } from './compose.ts'
import { settleDifficolta } from './difficolta.ts'
import { type AvailableMateria, type FormState, sezioneOf, toProvaFiltro } from './form-state.ts'

/** Draws the questions, assigns their sections, starts the trial and opens it. */
export function useStartProva(id_concorso: number) {
  const [, navigate] = useLocation()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const run = async (m: FormState, materie: readonly AvailableMateria[]) => {
    const seed = newSeed()
    const { quote: difficolta } = settleDifficolta(m, documentOf(m), materie)
    const quotas = materie.map(({ id_materia, materia }) => ({
      id_materia,
      numero: m.quote[id_materia] ?? 0,
      sezione: sezioneOf(m, id_materia, materia),
    }))
    const drawn = await drawDomande(id_concorso, quotas, (id) => toProvaFiltro(id_concorso, m, id), seed, difficolta)
    if (!drawn.ok) return showError(drawn.error)
    const { domande, sezioni } = drawn.value
    const places = assignSezioni(
      m,
      domande,
      sezioni,
      difficolta.map((d) => d !== null),
    )
    if (places.non_valutate > 0) return setError(testi.difetti.non_situazionali(places.non_valutate))
    const foglio = m.foglio ? versioneOf(seed) : undefined
    const order = foglio === 'B' ? reorder(places.sezioni, seed) : places.sezioni.map((_, place) => place)
    const result = await startProva({
      tipo: 'PROVA_PERSONALIZZATA',
      id_concorso,
      scelte: Int32Array.from(order, (place) => (domande[places.ordine[place] as number] as Domanda).id_domanda),
      seme: semeOf(seed, foglio),
      prova: {
        regole: places.regole,
        sezioni: places.sezioni,
        difficolta: order.map((place) => places.difficolta[place] as number),
        tempo_aggiuntivo: extraTime.percent,
        simulazione: null,
        sfida: null,
        ...(foglio && { foglio }),
      },
    })
    if (result.ok) navigate(hrefSeduta(result.value))
    else showError(result.error)
  }
  return {
    inCorso: busy,
    errore: error,
    start: async (m: FormState, materie: readonly AvailableMateria[]) => {
      if (busy) return
      setError(null)
      setBusy(true)
      await run(m, materie)
      setBusy(false)
    },
  }
}
