import { useSnapshot } from 'valtio'
import { useSearch } from 'wouter'
import type { Notizia } from '#contract/contenuti'
import { BancaRow } from '../../components/BancaRow.tsx'
import { BancheLinks } from '../../components/BancheLinks.tsx'
import { HREF_NOTIZIE, hrefNotizia } from '../../domain/hrefs.ts'
import { formatDate } from '../../text/formats.ts'
import { ButtonLink, ExternalLink } from '../../ui/Button.tsx'
import { Card, Muted } from '../../ui/base.tsx'
import { IconExternal, IconNews } from '../../ui/icons.ts'
import { Page } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'
import css from './contenuti.module.css'
import { notizieList } from './contenuti-state.ts'
import { ListContent } from './ListScreen.tsx'
import { notizieText as texts } from './text.ts'

/** Lists at `/notizie` the news, or shows one that the address names [CN5]. */
export default function NotizieScreen() {
  const id = Number(new URLSearchParams(useSearch()).get('id_notizia')) || null
  const { value } = useSnapshot(notizieList.state)
  const chosen = value?.elementi.find((n) => n.id_notizia === id) as Notizia | undefined
  return (
    <Page title={chosen?.titolo ?? texts.titolo} back={id === null ? '/' : HREF_NOTIZIE}>
      <ListContent list={notizieList} texts={texts} icon={<IconNews size={24} />}>
        {(notizie) =>
          id === null ? (
            <Card as="div">
              {notizie.map((n) => (
                <BancaRow
                  key={n.id_notizia}
                  href={hrefNotizia(n.id_notizia)}
                  title={n.titolo}
                  below={`${formatDate(`${n.pubblicata_il}T12:00:00Z`)} · ${n.sommario}`}
                />
              ))}
            </Card>
          ) : chosen ? (
            <Article notizia={chosen} />
          ) : (
            <EmptyState
              icon={<IconNews size={24} />}
              title={texts.non_trovata}
              actions={<ButtonLink href={HREF_NOTIZIE}>{texts.tutte}</ButtonLink>}
            />
          )
        }
      </ListContent>
    </Page>
  )
}

const Article = ({ notizia: n }: { notizia: Notizia }) => (
  <Card as="article" className={css.articolo}>
    <Muted small>{formatDate(`${n.pubblicata_il}T12:00:00Z`)}</Muted>
    <p className={css.sommario}>{n.sommario}</p>
    {n.paragrafi.map((p) => (
      <p key={p}>{p}</p>
    ))}
    {n.link !== null && (
      <div>
        <ExternalLink href={n.link} icon={<IconExternal size={20} />}>
          {texts.fonte}
        </ExternalLink>
      </div>
    )}
    {n.banche.length > 0 && <h2>{texts.banche}</h2>}
    <BancheLinks banche={n.banche} />
    <div>
      <ButtonLink variant="fantasma" flush="start" size="sm" href={HREF_NOTIZIE}>
        {texts.tutte}
      </ButtonLink>
    </div>
  </Card>
)
