import type { ReactNode } from 'react'
import css from '../../../components/seduta/domanda.module.css'
import { esercitazioneText as testi } from '../../../text/esercitazione.ts'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconFlag, IconStar } from '../../../ui/icons.ts'
import { marksText } from '../domanda-text.ts'
import { toggleShownPreferita } from '../toggle-preferita.ts'

type Mark = { on: boolean; look: string | undefined; label: string; icon: ReactNode; onToggle: () => void }

const MarkButton = ({ on, look, label, icon, onToggle }: Mark) => (
  <span className={cx(css.marca, on && look)}>
    <Button variant="fantasma" iconOnly label={label} aria-pressed={on} icon={icon} onClick={onToggle} />
  </span>
)

/** Star of the question on screen. */
export const StarButton = ({ preferita }: { preferita: boolean }) => (
  <MarkButton
    on={preferita}
    look={css.piena}
    label={preferita ? testi.togli_preferita : testi.aggiungi_preferita}
    icon={<IconStar size={20} />}
    onToggle={() => void toggleShownPreferita()}
  />
)

/** Flag for review. */
export const FlagButton = ({ on, onToggle }: { on: boolean; onToggle: () => void }) => (
  <MarkButton
    on={on}
    look={css.bandiera}
    label={on ? marksText.non_rivedere : marksText.rivedi}
    icon={<IconFlag size={20} />}
    onToggle={onToggle}
  />
)
