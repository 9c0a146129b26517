import type { BancaLocale } from '#contract/database'
import { BancaRow } from '../../components/BancaRow.tsx'
import { LivelloBar } from '../../components/Livelli.tsx'
import { hrefBanca, hrefList } from '../../domain/hrefs.ts'
import { homeText, statoBancaText, bancheText as texts } from '../../text/banche.ts'
import { formatPercent } from '../../text/formats.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card, Row } from '../../ui/base.tsx'
import { cx } from '../../ui/cx.ts'
import css from './home.module.css'

/** How many banks the dashboard lists; the others are a touch away. */
const SHOWN = 4

type OwnProps = { banche: readonly BancaLocale[]; id: string; title: string; narrow?: boolean }

/** The account's banks beside the one in front, or its subjects; the last used first. `narrow`: beside another card. */
export const OwnBanche = ({ banche, id, title, narrow = false }: OwnProps) => (
  <Card className={cx(narrow ? css.stretto : css.largo)} aria-labelledby={id}>
    <Row spread>
      <h2 id={id}>{title}</h2>
      <ButtonLink variant="fantasma" size="sm" href={hrefList(banche[0]?.id_concorso ?? 0)}>
        {homeText.tutte}
      </ButtonLink>
    </Row>
    <div>
      {banche.slice(0, SHOWN).map((b) => (
        <BancaRow
          key={b.id_concorso}
          href={b.n_domande > 0 ? hrefBanca(b.id_concorso) : hrefList(b.id_concorso)}
          title={b.concorso}
          below={[
            b.ente,
            b.anno,
            b.n_domande > 0 ? texts.domande(b.n_domande, b.n_domande_totali) : statoBancaText[b.stato],
          ]
            .filter((x) => x !== null)
            .join(' · ')}
          trailing={b.n_domande > 0 ? formatPercent(b.completamento) : null}
        >
          {b.n_domande > 0 && <LivelloBar per_livello={b.per_livello} />}
        </BancaRow>
      ))}
    </div>
  </Card>
)
