import type { BancaLocale } from '#contract/database'
import { isPercorso, isPropria } from '#rules/raccolta'
import { EveCard } from '../../../components/vigilia/EveCard.tsx'
import { hrefNewProva } from '../../../domain/hrefs.ts'
import { proveText as texts } from '../../../text/risultati.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import base from '../../../ui/base.module.css'
import { Card, Muted } from '../../../ui/base.tsx'
import { IconTarget } from '../../../ui/icons.ts'
import { RealExamCard } from '../../prove/index.ts'
import { SimulazioniCard } from '../../simulazioni/index.ts'
import css from './banca.module.css'

/** Leads to a trial of one's own [SC16]. */
const NewProvaCard = ({ id_concorso }: { id_concorso: number }) => (
  <Card aria-labelledby="prove" className={base.capo}>
    <div>
      <h2 id="prove">{texts.titolo}</h2>
      <Muted small>{texts.nuova_testo}</Muted>
    </div>
    <ButtonLink href={hrefNewProva(id_concorso)} icon={<IconTarget size={20} />}>
      {texts.nuova}
    </ButtonLink>
  </Card>
)

/** Lists the trials of a bank: like the exam, the official ones, one's own. */
const ProveTab = ({ banca }: { banca: BancaLocale }) => {
  const { id_concorso } = banca
  const own = <NewProvaCard id_concorso={id_concorso} />
  const others = isPropria(id_concorso) ? own : <SimulazioniCard id_concorso={id_concorso} after={own} />
  return (
    <div className={css.schede}>
      <EveCard banca={banca} />
      {isPercorso(id_concorso) ? own : <RealExamCard banca={banca} after={others} />}
    </div>
  )
}
export default ProveTab
