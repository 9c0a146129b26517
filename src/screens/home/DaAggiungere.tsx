import type { Concorso } from '#contract/schemi'
import { hrefAggiungi } from '../../state/indirizzi.ts'
import { catalogo } from '../../text/banche.ts'
import { domande } from '../../text/formati.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card, Row } from '../../ui/base.tsx'
import { IconPlus } from '../../ui/icone.ts'
import { VoceBanca } from '../../ui/VoceBanca.tsx'

/** Published banks that the account does not have yet, each a touch away. */
export const DaAggiungere = ({
  id,
  titolo,
  concorsi,
  tutto,
  className,
}: {
  id: string
  titolo: string
  concorsi: readonly Concorso[]
  /** Where all of them are. */
  tutto: { href: string; testo: string }
  className?: string | undefined
}) => (
  <Card className={className} aria-labelledby={id}>
    <Row ai_lati>
      <h2 id={id}>{titolo}</h2>
      <ButtonLink variante="fantasma" misura="sm" href={tutto.href}>
        {tutto.testo}
      </ButtonLink>
    </Row>
    <div>
      {concorsi.map((c) => (
        <VoceBanca
          key={c.id_concorso}
          titolo={c.concorso}
          sotto={[c.ente.ente, c.anno, domande(c.numero_domande)].filter((x) => x !== null).join(' · ')}
          destra={
            <ButtonLink
              variante="tenue"
              misura="sm"
              href={hrefAggiungi(c.id_concorso)}
              etichetta={catalogo.aggiungi_nome(c.concorso)}
              icona={<IconPlus size={16} />}
            >
              {catalogo.aggiungi}
            </ButtonLink>
          }
        />
      ))}
    </div>
  </Card>
)
