import type { BancaLocale } from '#contract/database'
import { hrefBanca } from '../../state/indirizzi.ts'
import { home, statoBanca, banche as testi } from '../../text/banche.ts'
import { percento } from '../../text/formati.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card, Row } from '../../ui/base.tsx'
import { LevelBar } from '../../ui/Livelli.tsx'
import { VoceBanca } from '../../ui/VoceBanca.tsx'
import css from './home.module.css'

/** How many banks the dashboard lists; the others are a touch away. */
const QUANTE = 4

/** The account's banks beside the one in front. */
export const Elenco = ({ banche }: { banche: readonly BancaLocale[] }) => (
  <Card className={css.largo} aria-labelledby="mie">
    <Row ai_lati>
      <h2 id="mie">{home.tue}</h2>
      <ButtonLink variante="fantasma" misura="sm" href="/banche-dati">
        {home.tutte}
      </ButtonLink>
    </Row>
    <div>
      {banche.slice(0, QUANTE).map((b) => (
        <VoceBanca
          key={b.id_concorso}
          href={b.n_domande > 0 ? hrefBanca(b.id_concorso) : '/banche-dati'}
          titolo={b.concorso}
          sotto={[
            b.ente,
            b.anno,
            b.n_domande > 0 ? testi.domande(b.n_domande, b.n_domande_totali) : statoBanca[b.stato],
          ]
            .filter((x) => x !== null)
            .join(' · ')}
          destra={b.n_domande > 0 ? percento(b.completamento) : null}
        >
          {b.n_domande > 0 && <LevelBar per_livello={b.per_livello} />}
        </VoceBanca>
      ))}
    </div>
  </Card>
)
