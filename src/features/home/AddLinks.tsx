import { hrefCatalog } from '../../domain/hrefs.ts'
import { bancheText, homeText } from '../../text/banche.ts'
import { materieText } from '../../text/materie.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { IconPlus } from '../../ui/icons.ts'
import css from './home.module.css'

/** The ways to have more, at the end of what one has, quieter than the one button [SC12]. `tour`: that button adds a bank already. */
export const AddLinks = ({ tour = false }: { tour?: boolean }) => (
  <nav className={css.aggiungi} aria-label={homeText.aggiungi}>
    {!tour && (
      <ButtonLink variant="fantasma" size="sm" href={hrefCatalog()} icon={<IconPlus size={16} />}>
        {bancheText.aggiungi}
      </ButtonLink>
    )}
    <ButtonLink variant="fantasma" size="sm" href="/aggiungi-materia" icon={<IconPlus size={16} />}>
      {materieText.aggiungi}
    </ButtonLink>
  </nav>
)
