import { useEffect, useRef, useState } from 'react'
import type { Domanda as DatiDomanda } from '#contract/database'
import { LivelloGlyph } from '../../components/Livelli.tsx'
import { marksText } from '../../features/sedute/domanda-text.ts'
import type { GivenAnswer } from '../../features/sedute/seduta-state.ts'
import { toggleShownPreferita } from '../../features/sedute/toggle-preferita.ts'
import { esercitazioneText as testi } from '../../text/esercitazione.ts'
import { formatNumber } from '../../text/formats.ts'
import { livelloName } from '../../text/livelli.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip, VisuallyHidden } from '../../ui/base.tsx'
import { cx } from '../../ui/cx.ts'
import { IconFlag, IconStar } from '../../ui/icons.ts'
import type { Voce } from './disposizione.ts'
import css from './domanda.module.css'
import { Figura } from './Figura.tsx'
import { Risposte } from './Risposte.tsx'
import { Quesito } from './Testo.tsx'

/** A tap so soon after the question appeared was meant for the one before it, milliseconds. */
export const FERMO_MS = 250

/** True for the first instants of a question. */
function useFermo(id_domanda: number): boolean {
  const [visto, setVisto] = useState<number | null>(null)
  useEffect(() => {
    const t = setTimeout(() => setVisto(id_domanda), FERMO_MS)
    return () => clearTimeout(t)
  }, [id_domanda])
  return visto !== id_domanda
}

/** Number that a person may look the question up by, as printed by the body. */
export const numeroDi = (d: DatiDomanda): string => d.id_ufficiale ?? formatNumber(d.indice_uff)

/** One question: what it is, its text, its figure, its answers. */
export function Domanda({
  domanda,
  voci,
  scelta,
  da_rivedere,
  escluse,
  escludendo,
  onRispondi,
  onEscludi,
  onRivedere,
}: {
  domanda: DatiDomanda
  voci: readonly Voce[]
  scelta: GivenAnswer | null
  da_rivedere: boolean
  escluse: number
  escludendo: boolean
  onRispondi: (posizione: number) => void
  onEscludi: (posizione: number) => void
  onRivedere: () => void
}) {
  const { id_domanda, materia, stato, statistica } = domanda
  const fermo = useFermo(id_domanda)
  const titolo = useRef<HTMLHeadingElement>(null)
  const prima = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next question is read from its top
  useEffect(() => {
    if (!prima.current) {
      scrollTo(0, 0)
      titolo.current?.focus({ preventScroll: true })
    }
    prima.current = false
  }, [id_domanda])
  const preferita = statistica.preferiti === 1
  const livello = statistica.livello_conoscenza
  return (
    <article className={cx(css.domanda, domanda.punti && css.graduata)}>
      <div className={css.sopra}>
        <p className={css.meta}>
          {materia !== null && <Chip>{materia}</Chip>}
          <span>{testi.numero_ufficiale(numeroDi(domanda))}</span>
          <span title={testi.livello(livelloName(livello))}>
            <LivelloGlyph livello={livello} />
            <VisuallyHidden>{testi.livello(livelloName(livello))}</VisuallyHidden>
          </span>
          {stato === 'contestata' && <Chip tone="avviso">{testi.contestata}</Chip>}
          {stato === 'annullata' && <Chip tone="avviso">{testi.annullata}</Chip>}
        </p>
        <span className={css.segni}>
          <span className={cx(da_rivedere && css.bandiera)}>
            <Button
              variant="fantasma"
              iconOnly
              label={da_rivedere ? marksText.non_rivedere : marksText.rivedi}
              aria-pressed={da_rivedere}
              icon={<IconFlag size={20} />}
              onClick={onRivedere}
            />
          </span>
          <span className={cx(css.stella, preferita && css.piena)}>
            <Button
              variant="fantasma"
              iconOnly
              label={preferita ? testi.togli_preferita : testi.aggiungi_preferita}
              aria-pressed={preferita}
              icon={<IconStar size={20} />}
              onClick={() => void toggleShownPreferita()}
            />
          </span>
        </span>
      </div>
      <h1 className={css.quesito} tabIndex={-1} ref={titolo}>
        <Quesito testo={domanda.testo} html={domanda.html} />
      </h1>
      {domanda.immagine !== null && (
        <Figura key={`figura ${id_domanda}`} domanda={domanda} numero={numeroDi(domanda)} />
      )}
      <Risposte
        key={`risposte ${id_domanda}`}
        domanda={domanda}
        voci={voci}
        scelta={scelta}
        fermo={fermo && scelta === null}
        escluse={escluse}
        escludendo={escludendo}
        onRispondi={(posizione) => !fermo && onRispondi(posizione)}
        onEscludi={(posizione) => !fermo && onEscludi(posizione)}
      />
    </article>
  )
}
