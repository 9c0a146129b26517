import { hrefEnded } from '../../../components/hrefs.ts'
import { SedutaHistory } from '../../../components/SedutaHistory.tsx'
import { useSedutaHistory } from '../../sedute/index.ts'

/** Every sitting of the bank that has ended [SC18][SI3]. */
export const BancaHistory = ({ id_concorso }: { id_concorso: number }) => (
  <SedutaHistory {...useSedutaHistory(id_concorso)} href={hrefEnded} />
)
