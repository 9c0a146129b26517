import type { Concorso } from '#contract/schemas'
import { BancaRow } from '../../components/BancaRow.tsx'
import { hrefAdd } from '../../domain/hrefs.ts'
import { catalogText } from '../../text/banche.ts'
import { formatDomande } from '../../text/formats.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card, Dotted, Row } from '../../ui/base.tsx'
import { IconPlus } from '../../ui/icons.ts'

/** Lists published banks that the account does not have yet, a touch away. */
export const AddableConcorsi = ({
  id,
  title,
  concorsi,
  all,
}: {
  id: string
  title: string
  concorsi: readonly Concorso[]
  /** Link to the full list. */
  all: { href: string; text: string }
}) => (
  <Card aria-labelledby={id}>
    <Row spread>
      <h2 id={id}>{title}</h2>
      <ButtonLink variant="fantasma" flush="end" size="sm" href={all.href}>
        {all.text}
      </ButtonLink>
    </Row>
    <div>
      {concorsi.map((c) => (
        <BancaRow
          key={c.id_concorso}
          title={c.concorso}
          below={<Dotted parts={[c.ente.ente, c.anno, formatDomande(c.numero_domande)]} />}
          trailing={
            <ButtonLink
              variant="tenue"
              size="sm"
              href={hrefAdd(c.id_concorso)}
              label={catalogText.aggiungi_nome(c.concorso)}
              icon={<IconPlus size={16} />}
            >
              {catalogText.aggiungi}
            </ButtonLink>
          }
        />
      ))}
    </div>
  </Card>
)
