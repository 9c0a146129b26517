import type { Concorso } from '#contract/schemi'
import { hrefAggiungi, hrefCatalogo } from '../../state/indirizzi.ts'
import { catalogo, home } from '../../text/banche.ts'
import { domande } from '../../text/formati.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card, Row } from '../../ui/base.tsx'
import { cx } from '../../ui/cx.ts'
import { IconPlus } from '../../ui/icone.ts'
import { VoceBanca } from '../../ui/VoceBanca.tsx'
import css from './home.module.css'

const QUANTE = 4

/** Featured banks that the account does not have yet [SC11]. */
export const Evidenza = ({ concorsi, largo }: { concorsi: readonly Concorso[]; largo: boolean }) => (
  <Card className={cx(largo ? css.tutto : css.stretto)} aria-labelledby="evidenza">
    <Row ai_lati>
      <h2 id="evidenza">{home.evidenza}</h2>
      <ButtonLink variante="fantasma" misura="sm" href={hrefCatalogo()}>
        {home.catalogo}
      </ButtonLink>
    </Row>
    <div>
      {concorsi.slice(0, QUANTE).map((c) => (
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
