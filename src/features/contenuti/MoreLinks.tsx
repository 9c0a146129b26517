import { HREF_BANDI, HREF_GRUPPI, HREF_NOTIZIE } from '../../domain/hrefs.ts'
import { shellText } from '../../text/shell.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { IconCalls, IconNews, IconOthers, IconStore, IconSubjects } from '../../ui/icons.ts'
import css from './contenuti.module.css'
import { moreText } from './text.ts'

/** What the rail has and the bar of a phone has no room for: at the end of the home, on phones only. */
export const MoreLinks = () => (
  <nav className={css.altro} aria-labelledby="altro">
    <h2 id="altro">{moreText.titolo}</h2>
    <ButtonLink href="/materie" icon={<IconSubjects size={20} />}>
      {shellText.materie}
    </ButtonLink>
    <ButtonLink href={HREF_BANDI} icon={<IconCalls size={20} />}>
      {shellText.bandi}
    </ButtonLink>
    <ButtonLink href="/store" icon={<IconStore size={20} />}>
      {shellText.store}
    </ButtonLink>
    <ButtonLink href={HREF_GRUPPI} icon={<IconOthers size={20} />}>
      {shellText.gruppi}
    </ButtonLink>
    <ButtonLink href={HREF_NOTIZIE} icon={<IconNews size={20} />}>
      {shellText.notizie}
    </ButtonLink>
  </nav>
)
