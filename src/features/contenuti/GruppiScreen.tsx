import { BancheLinks } from '../../components/BancheLinks.tsx'
import { ExternalLink } from '../../ui/Button.tsx'
import { Card, Chip, Muted, Row } from '../../ui/base.tsx'
import { IconExternal, IconOthers } from '../../ui/icons.ts'
import { Page } from '../../ui/Page.tsx'
import css from './contenuti.module.css'
import { gruppiList } from './contenuti-state.ts'
import { ListContent } from './ListScreen.tsx'
import { gruppiText as texts } from './text.ts'

/** Lists at `/gruppi-di-studio` groups with their rules, and the link to their meeting place, if any [CN4]. */
export default function GruppiScreen() {
  return (
    <Page title={texts.titolo} back="/" below={<Muted>{texts.sotto}</Muted>}>
      <ListContent list={gruppiList} texts={texts} icon={<IconOthers size={24} />}>
        {(gruppi) => (
          <ul className={css.griglia}>
            {gruppi.map((g) => (
              <Card as="li" key={g.id_gruppo} className={css.scheda}>
                <Row spread wrap>
                  <h2>{g.nome}</h2>
                  {g.posti !== null && <Chip icon={<IconOthers size={16} />}>{texts.posti(g.posti)}</Chip>}
                </Row>
                <p>{g.descrizione}</p>
                {g.regole.length > 0 && (
                  <>
                    <h3>{texts.regole}</h3>
                    <ol className={css.regole}>
                      {g.regole.map((regola) => (
                        <li key={regola}>{regola}</li>
                      ))}
                    </ol>
                  </>
                )}
                {g.banche.length > 0 && <h3>{texts.banche}</h3>}
                <BancheLinks banche={g.banche} />
                <div className={css.entra}>
                  <ExternalLink
                    href={g.link}
                    variant="primario"
                    label={texts.entra_nome(g.nome)}
                    icon={<IconExternal size={20} />}
                  >
                    {texts.entra}
                  </ExternalLink>
                  <Muted small>{texts.dove(new URL(g.link).hostname)}</Muted>
                </div>
              </Card>
            ))}
          </ul>
        )}
      </ListContent>
    </Page>
  )
}
