import { SedutaHistory } from '../../../components/SedutaHistory.tsx'
import { hrefEnded } from '../../../domain/hrefs.ts'
import { useSedutaHistory } from '../../../domain/sedute-history.ts'

/** Every sitting of the bank that has ended [SC18][SI3]. */
export const BancaHistory = ({ id_concorso }: { id_concorso: number }) => (
  <SedutaHistory {...useSedutaHistory(id_concorso)} href={hrefEnded} />
)
