import { hrefNuovaProva } from '../../state/indirizzi.ts'
import { prove as testi } from '../../text/risultati.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card, Muted } from '../../ui/base.tsx'
import { IconTarget } from '../../ui/icone.ts'
import css from './prove.module.css'

/** The way to a trial of one's own [SC16]. */
export const Prove = ({ id_concorso }: { id_concorso: number }) => (
  <Card aria-labelledby="prove" className={css.testa}>
    <div>
      <h2 id="prove">{testi.titolo}</h2>
      <Muted piccolo>{testi.nuova_testo}</Muted>
    </div>
    <ButtonLink href={hrefNuovaProva(id_concorso)} icona={<IconTarget size={20} />}>
      {testi.nuova}
    </ButtonLink>
  </Card>
)
