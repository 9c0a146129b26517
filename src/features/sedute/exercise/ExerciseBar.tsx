import type { Domanda } from '#contract/database'
import { LE_SAI, NON_LE_SAI } from '#rules/livello'
import { LivelloGlyph, LivelloPicker } from '../../../components/Livelli.tsx'
import { ForwardButton, PreviousButton, SedutaDock } from '../../../components/seduta/SedutaDock.tsx'
import comune from '../../../components/seduta/seduta.module.css'
import { esercitazioneText as testi } from '../../../text/esercitazione.ts'
import { livelloOfOne } from '../../../text/livelli.ts'
import { martellaText } from '../../../text/martella.ts'
import { Button } from '../../../ui/Button.tsx'
import { Kbd, VisuallyHidden } from '../../../ui/base.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconGrid, IconInfo, IconRight, IconWrong } from '../../../ui/icons.ts'
import type { GivenAnswer } from '../seduta-state.ts'
import { setLivello } from '../set-livello.ts'
import { type SpokenEsito, spokenEsito } from './announcement.ts'
import css from './exercise.module.css'

/** Bar with the outcome, the level and the way on, under the thumb. Before the answer only the way on shows. */
export function ExerciseBar({
  domanda,
  given,
  isLast,
  prima,
  drill,
  showKeys,
  nota,
  onPrevious,
  onNext,
  onSheet,
}: {
  domanda: Domanda | null
  given: GivenAnswer | null
  /** First and last question of the sitting. */
  prima: boolean
  isLast: boolean
  /** True for a drill, in which a level moves once a day. */
  drill: boolean
  /** True when shortcuts are on, so that the way on shows its key. */
  showKeys: boolean
  /** Notice of a change just made, when it needs a word. */
  nota: string | null
  onPrevious: () => void
  onNext: () => void
  onSheet: () => void
}) {
  const spoken = domanda && given ? spokenEsito(domanda, given) : null
  return (
    <SedutaDock
      className={cx(css.dock, spoken && css.conEsito, spoken && css[spoken.tone])}
      label={testi.esito_e_navigazione}
    >
      {spoken && domanda && given && (
        <>
          <div className={css.esito}>
            <p className={css.detto}>
              <EsitoIcon tone={spoken.tone} />
              {spoken.text}
            </p>
            {spoken.nota ? (
              <p className={css.nota}>{spoken.nota}</p>
            ) : (
              <LivelloChange domanda={domanda} given={given} drill={drill} />
            )}
          </div>
          <LivelloPicker
            value={domanda.statistica.livello_conoscenza}
            disabilitato={!given.salvata}
            onSelect={(l) => void setLivello(l)}
          />
        </>
      )}
      <p className={nota === null ? css.muta : css.avviso} role="status">
        {nota}
      </p>
      <div className={css.navigazione}>
        <PreviousButton label={testi.precedente} disabled={prima} onClick={onPrevious} />
        <span className={comune.soloStretto}>
          <Button iconOnly label={testi.foglio} icon={<IconGrid size={20} />} onClick={onSheet} />
        </span>
        <ForwardButton
          onClick={onNext}
          after={
            showKeys && (
              <span className={css.tasto} aria-hidden="true">
                <Kbd>↵</Kbd>
              </span>
            )
          }
        >
          {isLast ? testi.concludi : testi.prossima}
        </ForwardButton>
      </div>
    </SedutaDock>
  )
}

const EsitoIcon = ({ tone }: { tone: SpokenEsito['tone'] }) =>
  tone === 'ok' ? <IconRight size={20} /> : tone === 'errata' ? <IconWrong size={20} /> : <IconInfo size={20} />

/** Change from one level to another; empty until the store returns it. */
function LivelloChange({ domanda, given, drill }: { domanda: Domanda; given: GivenAnswer; drill: boolean }) {
  if (!given.salvata) return null
  const after = domanda.statistica.livello_conoscenza
  const prima = given.livello_prima
  const atItsEnd = after === (given.esito === 'corretta' ? LE_SAI : NON_LE_SAI)
  if (drill && prima === after && !atItsEnd) return <p className={css.passaggio}>{martellaText.ferma}</p>
  return (
    <p className={css.passaggio}>
      {prima === after ? (
        <span>{testi.resta}</span>
      ) : (
        <>
          <span>{testi.da}</span>
          <LivelloGlyph livello={prima} />
          <VisuallyHidden>{livelloOfOne(prima)}</VisuallyHidden>
          <span>{testi.a}</span>
        </>
      )}
      <LivelloGlyph livello={after} />
      <b>{livelloOfOne(after)}</b>
    </p>
  )
}
