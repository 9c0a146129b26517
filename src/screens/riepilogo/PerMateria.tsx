import type { RigaRiepilogo } from '../../state/riepilogo.ts'
import { numero } from '../../text/formati.ts'
import { riepilogo as testi } from '../../text/riepilogo.ts'
import { BarsChart, type SerieBarra } from '../../ui/Barre.tsx'
import { contiMaterie } from './calcolo.ts'

const SERIE: readonly SerieBarra[] = [
  { nome: testi.serie.esatte, tono: 'ok' },
  { nome: testi.serie.errate, tono: 'errore' },
  { nome: testi.serie.neutre, tono: 'primario' },
  { nome: testi.serie.non_date, tono: 'nulla' },
]

/** A bar for every subject; the same figures stand in a table for screen readers. */
export default function PerMateria({ righe }: { righe: readonly RigaRiepilogo[] }) {
  const materie = contiMaterie(
    righe.map(({ domanda, risposta }) => ({ id_materia: domanda.id_materia, materia: domanda.materia, risposta })),
  )
  return (
    <BarsChart
      titolo={testi.per_materia}
      colonna={testi.materia}
      serie={SERIE}
      righe={materie.map((m) => ({
        nome: m.materia ?? testi.senza_materia,
        valori: [m.corrette, m.errate, m.nulle, m.non_date],
        cifra: `${numero(m.corrette)}/${numero(m.totale)}`,
      }))}
    />
  )
}
