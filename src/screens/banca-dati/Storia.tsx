import { hrefFinita } from '../../state/indirizzi.ts'
import { useStoria } from '../../state/storico.ts'
import { Storico } from '../../ui/Storico.tsx'

/** Every sitting of the bank that has ended [SC18][SI3]. */
export const Storia = ({ id_concorso }: { id_concorso: number }) => (
  <Storico {...useStoria(id_concorso)} href={hrefFinita} />
)
