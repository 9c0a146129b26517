import { LivelloGlyph } from '../../../components/Livelli.tsx'
import { DomandaFrame, officialNumber } from '../../../components/seduta/DomandaFrame.tsx'
import css from '../../../components/seduta/domanda.module.css'
import { useStill } from '../../../components/seduta/useStill.ts'
import { esercitazioneText as testi } from '../../../text/esercitazione.ts'
import { livelloOfOne } from '../../../text/livelli.ts'
import { Chip, VisuallyHidden } from '../../../ui/base.tsx'
import { RisposteGroup, type RisposteProps } from './RisposteGroup.tsx'
import { FlagButton, StarButton } from './StarButton.tsx'

/** Question of an exercise, with its number, its level, its flag and its star. */
export function DomandaCard({
  domanda,
  indice,
  options,
  given,
  da_rivedere,
  struckOut,
  strikingOut,
  onAnswer,
  onStrikeOut,
  onReview,
}: Omit<RisposteProps, 'still'> & { indice: number; da_rivedere: boolean; onReview: () => void }) {
  const { id_domanda, materia, stato, statistica } = domanda
  const still = useStill(`${indice} ${id_domanda}`)
  const livello = statistica.livello_conoscenza
  return (
    <DomandaFrame
      domanda={domanda}
      indice={indice}
      meta={
        <>
          {materia !== null && <Chip>{materia}</Chip>}
          <span>{testi.numero_ufficiale(officialNumber(domanda))}</span>
          <span title={testi.livello(livelloOfOne(livello))}>
            <LivelloGlyph livello={livello} />
            <VisuallyHidden>{testi.livello(livelloOfOne(livello))}</VisuallyHidden>
          </span>
          {stato === 'contestata' && <Chip tone="avviso">{testi.contestata}</Chip>}
          {stato === 'annullata' && <Chip tone="avviso">{testi.annullata}</Chip>}
        </>
      }
      tools={
        <span className={css.segni}>
          <FlagButton on={da_rivedere} onToggle={onReview} />
          <StarButton preferita={statistica.preferiti === 1} />
        </span>
      }
    >
      <RisposteGroup
        key={`risposte ${indice} ${id_domanda}`}
        domanda={domanda}
        options={options}
        given={given}
        still={still && given === null}
        struckOut={struckOut}
        strikingOut={strikingOut}
        onAnswer={(posizione) => !still && onAnswer(posizione)}
        onStrikeOut={(posizione) => !still && onStrikeOut(posizione)}
      />
    </DomandaFrame>
  )
}
