import { bancaText as texts } from '../text/banca.ts'
import { IconDownload } from '../ui/icons.ts'
import { EmptyState } from '../ui/States.tsx'
import css from './AbsentDomande.module.css'

/** State in place of the questions of an ended sitting whose bank is not here, sent by another device or removed. */
export const AbsentDomande = () => (
  <div className={css.largo}>
    <EmptyState
      icon={<IconDownload size={24} />}
      title={texts.non_scaricata_titolo}
      text={texts.non_scaricata_rivedi}
    />
  </div>
)
