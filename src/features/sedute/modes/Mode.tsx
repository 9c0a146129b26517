import { Listening } from '../listening/Listening.tsx'
import type { SedutaHead } from '../seduta-state.ts'
import { AssignKeys } from './AssignKeys.tsx'
import { Reading } from './Reading.tsx'

/** Sitting other than an exercise, for reading, listening or keys by hand (D22, D17). */
export function Mode({ seduta }: { seduta: SedutaHead }) {
  if (seduta.tipo === 'LETTA') return <Reading seduta={seduta} />
  if (seduta.tipo === 'ASCOLTATA') return <Listening seduta={seduta} />
  return <AssignKeys seduta={seduta} />
}
