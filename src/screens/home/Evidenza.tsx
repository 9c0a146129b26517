import type { Concorso } from '#contract/schemi'
import { hrefCatalogo } from '../../state/indirizzi.ts'
import { home } from '../../text/banche.ts'
import { cx } from '../../ui/cx.ts'
import { DaAggiungere } from './DaAggiungere.tsx'
import css from './home.module.css'

const QUANTE = 4

/** Featured banks that the account does not have yet [SC11]. */
export const Evidenza = ({ concorsi, largo }: { concorsi: readonly Concorso[]; largo: boolean }) => (
  <DaAggiungere
    id="evidenza"
    titolo={home.evidenza}
    concorsi={concorsi.slice(0, QUANTE)}
    tutto={{ href: hrefCatalogo(), testo: home.catalogo }}
    className={cx(largo ? css.tutto : css.stretto)}
  />
)
