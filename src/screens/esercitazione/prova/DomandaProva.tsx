import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Domanda } from '#contract/database'
import type { Voce as VoceProva } from '#rules/prova/machine'
import { esercitazioneText } from '../../../text/esercitazione.ts'
import { formatNumber } from '../../../text/formats.ts'
import { provaText as testi } from '../../../text/prova.ts'
import { Button } from '../../../ui/Button.tsx'
import { Chip, Row } from '../../../ui/base.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconFlag, IconInfo } from '../../../ui/icons.ts'
import { Menu, type MenuItem } from '../../../ui/Menu.tsx'
import type { Voce } from '../disposizione.ts'
import comune from '../domanda.module.css'
import { Figura } from '../Figura.tsx'
import { Quesito } from '../Testo.tsx'
import css from './prova.module.css'
import { RisposteProva } from './RisposteProva.tsx'

/** A tap so soon after the question appeared was meant for the one before it, milliseconds. */
const FERMO_MS = 250

/** True for the first instants of a question. */
function useFermo(id_domanda: number): boolean {
  const [visto, setVisto] = useState<number | null>(null)
  useEffect(() => {
    const t = setTimeout(() => setVisto(id_domanda), FERMO_MS)
    return () => clearTimeout(t)
  }, [id_domanda])
  return visto !== id_domanda
}

/** One question of a trial: where it belongs, its text, its figure, its answers, the flag. */
export function DomandaProva({
  domanda,
  voci,
  voce,
  sezione,
  nota,
  azioni,
  barra,
  onFineBarra,
  onSegna,
  onBarra,
  onRivedi,
}: {
  domanda: Domanda
  voci: readonly Voce[]
  voce: VoceProva
  /** Name of its section, with what is left of its time; null where there is one section only. */
  sezione: ReactNode
  /** What the rules say of changing an answer. */
  nota: string
  azioni: readonly MenuItem[]
  /** Taps strike out instead of marking. */
  barra: boolean
  onFineBarra: () => void
  onSegna: (posizione: number) => void
  onBarra: (posizione: number) => void
  onRivedi: () => void
}) {
  const { id_domanda, materia, stato } = domanda
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
  return (
    <article className={comune.domanda}>
      <div className={css.sopra}>
        <p className={comune.meta}>
          {sezione}
          {materia !== null && <Chip>{materia}</Chip>}
          {stato === 'annullata' && <Chip tone="avviso">{esercitazioneText.annullata}</Chip>}
        </p>
        <div className={css.strumenti}>
          <span className={cx(css.bandiera, voce.da_rivedere && css.alzata)}>
            <Button size="sm" aria-pressed={voce.da_rivedere} icon={<IconFlag size={20} />} onClick={onRivedi}>
              {testi.da_rivedere}
            </Button>
          </span>
          <Menu label={testi.altre_azioni} items={azioni} />
        </div>
      </div>
      <h1 className={comune.quesito} tabIndex={-1} ref={titolo}>
        <Quesito testo={domanda.testo} html={domanda.html} />
      </h1>
      {domanda.immagine !== null && (
        <Figura
          key={`figura ${id_domanda}`}
          domanda={domanda}
          numero={domanda.id_ufficiale ?? formatNumber(domanda.indice_uff)}
        />
      )}
      <RisposteProva
        key={`risposte ${id_domanda}`}
        domanda={domanda}
        voci={voci}
        voce={voce}
        fermo={fermo}
        onSegna={barra ? onBarra : onSegna}
        onBarra={onBarra}
      />
      <Row spread className={css.nota}>
        <p role="status">
          <IconInfo size={16} />
          <span>{barra ? testi.barra_come : nota}</span>
        </p>
        {barra && (
          <Button size="sm" onClick={onFineBarra}>
            {testi.barra_fine}
          </Button>
        )}
      </Row>
    </article>
  )
}
