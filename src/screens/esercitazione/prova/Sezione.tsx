import { provaUsed, type TestaProva } from '../../../features/prove/prova-state.ts'
import { formatClock, provaText as testi } from '../../../text/prova.ts'
import { Chip, Digits } from '../../../ui/base.tsx'
import { useTempo } from './useTempo.ts'

/** The section of a place, with what is left of its own time where sections have one. Nothing when there is one section only. */
export function Sezione({ testa, indice }: { testa: TestaProva; indice: number }) {
  const { regole, sezioni, fini } = testa
  const quale = sezioni[indice] ?? 0
  const nome = regole.sezioni[quale]?.nome
  if (regole.sezioni.length < 2 || !nome) return null
  return fini ? <ConTempo nome={nome} fine={fini[quale] ?? 0} /> : <Chip tone="primario">{nome}</Chip>
}

function ConTempo({ nome, fine }: { nome: string; fine: number }) {
  useTempo()
  return (
    <Chip tone="primario">
      <Digits>{testi.tempo_sezione(nome, formatClock(Math.max(0, fine - provaUsed())))}</Digits>
    </Chip>
  )
}
