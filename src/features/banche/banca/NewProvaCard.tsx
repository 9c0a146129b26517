import { hrefNewProva } from '../../../domain/hrefs.ts'
import { proveText as texts } from '../../../text/risultati.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import base from '../../../ui/base.module.css'
import { Card, Muted } from '../../../ui/base.tsx'
import { IconTarget } from '../../../ui/icons.ts'

/** The way to a trial of one's own [SC16]. */
export const NewProvaCard = ({ id_concorso }: { id_concorso: number }) => (
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
