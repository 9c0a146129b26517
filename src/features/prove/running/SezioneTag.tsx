import { formatClock, provaText as testi } from '../../../text/prova.ts'
import { Chip, Digits } from '../../../ui/base.tsx'
import { provaUsed, type TestaProva } from '../prova-state.ts'
import { useTimeLeft } from './useTimeLeft.ts'

/** The section of a place, with what is left of its own time where sections have one. Nothing when there is one section only. */
export function SezioneTag({ head, indice }: { head: TestaProva; indice: number }) {
  const { regole, sezioni, fini } = head
  const which = sezioni[indice] ?? 0
  const name = regole.sezioni[which]?.nome
  if (regole.sezioni.length < 2 || !name) return null
  return fini ? <WithTime nome={name} fine={fini[which] ?? 0} /> : <Chip tone="primario">{name}</Chip>
}

function WithTime({ nome: name, fine: end }: { nome: string; fine: number }) {
  useTimeLeft()
  return (
    <Chip tone="primario">
      <Digits>{testi.tempo_sezione(name, formatClock(Math.max(0, end - provaUsed())))}</Digits>
    </Chip>
  )
}
