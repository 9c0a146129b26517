import type { SedutaHead } from '../../../features/sedute/seduta-state.ts'
import { Ascolto } from '../ascolto/Ascolto.tsx'
import { Assegna } from './Assegna.tsx'
import { Lettura } from './Lettura.tsx'

/** A sitting that is no exercise (D22, D17): reading, listening, keys by hand. */
export function Modo({ seduta }: { seduta: SedutaHead }) {
  if (seduta.tipo === 'LETTA') return <Lettura seduta={seduta} />
  if (seduta.tipo === 'ASCOLTATA') return <Ascolto seduta={seduta} />
  return <Assegna seduta={seduta} />
}
