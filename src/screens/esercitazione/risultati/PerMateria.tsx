import { numero } from '../../../text/formati.ts'
import { risultati as testi } from '../../../text/risultati.ts'
import { BarsChart, type SerieBarra } from '../../../ui/Barre.tsx'
import { contiMaterie, type PostoValutato } from './analisi.ts'

const SERIE: readonly SerieBarra[] = [
  { nome: testi.serie.esatte, tono: 'ok' },
  { nome: testi.serie.errate, tono: 'errore' },
  { nome: testi.serie.intermedie, tono: 'primario' },
  { nome: testi.serie.omesse, tono: 'nulla' },
]

/** A bar for every subject; the same figures stand in a table for screen readers. */
export default function PerMateria({ posti }: { posti: readonly PostoValutato[] }) {
  return (
    <BarsChart
      titolo={testi.per_materia}
      colonna={testi.materia}
      serie={SERIE}
      righe={contiMaterie(posti).map((m) => ({
        nome: m.materia ?? testi.senza_materia,
        valori: [m.corrette, m.errate, m.intermedie, m.omesse],
        cifra: `${numero(m.corrette)}/${numero(m.totale)}`,
      }))}
    />
  )
}
