import { esercitazioneText as testi } from '../../../text/esercitazione.ts'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconStar } from '../../../ui/icons.ts'
import { toggleShownPreferita } from '../toggle-preferita.ts'
import css from './domanda.module.css'

/** The star of the question on screen. */
export const StarButton = ({ preferita }: { preferita: boolean }) => (
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
)
