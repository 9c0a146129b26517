import type { BancaLocale } from '#contract/database'
import { LivelloBar, LivelloTiles } from '../../../components/Livelli.tsx'
import { bancaText as texts } from '../../../text/banca.ts'
import { Card, Muted, Row, Stack } from '../../../ui/base.tsx'
import { ProgressiView } from '../../progressi/index.ts'
import css from './banca.module.css'

/** How the bank is known, over all and subject by subject [CP1], how practice went, and every sitting that has ended. */
export const ProgressiTab = ({ banca }: { banca: BancaLocale }) => (
  <div className={css.schede}>
    <Card aria-labelledby="conosci">
      <Stack>
        <Row spread>
          <h2 id="conosci">{texts.conosci}</h2>
          <Muted small as="span">
            {texts.completata(banca.completamento)}
          </Muted>
        </Row>
        <LivelloBar per_livello={banca.per_livello} size="grande" />
        <LivelloTiles per_livello={banca.per_livello} />
      </Stack>
    </Card>
    <ProgressiView id_concorso={banca.id_concorso} />
  </div>
)
