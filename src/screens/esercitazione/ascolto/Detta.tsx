import type { Domanda } from '#contract/database'
import { correctPosition } from '#rules/esito'
import { cx } from '../../../ui/cx.ts'
import { numeroDi } from '../Domanda.tsx'
import { Figura } from '../Figura.tsx'
import { Sopra } from '../modi/Letta.tsx'
import css from '../modi/modi.module.css'
import { Quesito, Testo } from '../Testo.tsx'
import type { Cosa, Pezzo } from './frasi.ts'

/** What is being said, to follow with the eyes; the right answer appears when the voice comes to it. */
export function Detta({
  domanda,
  cosa,
  parte,
  fino,
  pezzi,
}: {
  domanda: Domanda
  cosa: Cosa
  /** 0 the question, then the answers; null while nothing is said. */
  parte: number | null
  /** How many pieces were said. */
  fino: number
  pezzi: readonly Pezzo[]
}) {
  const giusta = correctPosition(domanda)
  const dette = new Set(pezzi.slice(0, fino + 1).flatMap((p) => (p.tipo === 'voce' ? [p.parte] : [])))
  return (
    <>
      <Sopra domanda={domanda} />
      <div className={cx(css.detta, parte === 0 && css.dicendo)}>
        <h1 className={css.grande}>
          <Quesito testo={domanda.testo} html={domanda.html} />
        </h1>
      </div>
      {domanda.immagine !== null && <Figura domanda={domanda} numero={numeroDi(domanda)} />}
      {domanda.risposte.map((testo, i) => {
        const vista = cosa === 'risposte' || (cosa === 'giusta' && giusta === i + 1 && dette.has(i + 1))
        return (
          vista && (
            // biome-ignore lint/suspicious/noArrayIndexKey: printed positions are what they are
            <div key={i} className={cx(css.detta, parte === i + 1 && css.dicendo)}>
              <Testo testo={testo} html={domanda.html} />
            </div>
          )
        )
      })}
    </>
  )
}
