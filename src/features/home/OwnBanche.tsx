import type { BancaLocale } from '#contract/database'
import { BancaRow } from '../../components/BancaRow.tsx'
import { hrefBanca } from '../../components/hrefs.ts'
import { LivelloBar } from '../../components/Livelli.tsx'
import { homeText, statoBancaText, bancheText as texts } from '../../text/banche.ts'
import { formatPercent } from '../../text/formats.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card, Row } from '../../ui/base.tsx'
import css from './home.module.css'

/** How many banks the dashboard lists; the others are a touch away. */
const SHOWN = 4

/** The account's banks beside the one in front. */
export const OwnBanche = ({ banche }: { banche: readonly BancaLocale[] }) => (
  <Card className={css.largo} aria-labelledby="mie">
    <Row spread>
      <h2 id="mie">{homeText.tue}</h2>
      <ButtonLink variant="fantasma" size="sm" href="/banche-dati">
        {homeText.tutte}
      </ButtonLink>
    </Row>
    <div>
      {banche.slice(0, SHOWN).map((b) => (
        <BancaRow
          key={b.id_concorso}
          href={b.n_domande > 0 ? hrefBanca(b.id_concorso) : '/banche-dati'}
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
