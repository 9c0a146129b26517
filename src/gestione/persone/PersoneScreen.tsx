import { useLocation } from 'wouter'
import { FindPersona } from './FindPersona.tsx'
import { PersonaView } from './PersonaView.tsx'

/** `/persone`: the search; `/persone/12`: one account. */
export default function PersoneScreen() {
  const [path] = useLocation()
  const id = /^\/persone\/(\d{1,15})$/.exec(path)?.[1]
  return id === undefined ? <FindPersona /> : <PersonaView key={id} id={Number(id)} />
}
