import { useSnapshot } from 'valtio'
import { HREF_BANDI, HREF_GRUPPI, HREF_NOTIZIE } from '../../domain/hrefs.ts'
import { livelloState } from '../../domain/livello.ts'
import { shellText } from '../../text/shell.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { IconCalls, IconNews, IconOthers, IconStore, IconSubjects } from '../../ui/icons.ts'
import css from './contenuti.module.css'
import { moreText } from './text.ts'

const LINKS = [
  { sezione: 'bandi', href: HREF_BANDI, text: shellText.bandi, Icon: IconCalls },
  { sezione: 'store', href: '/store', text: shellText.store, Icon: IconStore },
  { sezione: 'gruppi', href: HREF_GRUPPI, text: shellText.gruppi, Icon: IconOthers },
  { sezione: 'notizie', href: HREF_NOTIZIE, text: shellText.notizie, Icon: IconNews },
] as const

/** Repeats at the end of a phone's home the links of the rail that its bar lacks [BA10]. */
export function MoreLinks() {
  const { stato } = useSnapshot(livelloState)
  return (
    <nav className={css.altro} aria-labelledby="altro">
      <h2 id="altro">{moreText.titolo}</h2>
      <ButtonLink href="/materie" icon={<IconSubjects size={20} />}>
        {shellText.materie}
      </ButtonLink>
      {LINKS.filter(({ sezione }) => stato?.sezioni?.includes(sezione)).map(({ href, text, Icon }) => (
        <ButtonLink key={href} href={href} icon={<Icon size={20} />}>
          {text}
        </ButtonLink>
      ))}
    </nav>
  )
}
