import { sql as testi } from '../../text/sql.ts'
import { BarsChart } from '../../ui/Barre.tsx'
import { Muted, Stack } from '../../ui/base.tsx'
import { LineChart } from '../../ui/Linea.tsx'
import type { Figura } from './figura.ts'

const cifra = new Intl.NumberFormat('it-IT', { useGrouping: 'always', maximumFractionDigits: 2 })

/** The chart of two columns; the table beside it has the same figures. */
export default function Grafico({ figura }: { figura: Figura }) {
  const [prima, seconda] = figura.colonne
  const titolo = testi.grafico(prima, seconda)
  const massimo = Math.max(...figura.punti.map(({ valore }) => valore))
  return (
    <Stack>
      {figura.tipo === 'linea' ? (
        <LineChart titolo={titolo} punti={figura.punti} cifra={cifra.format} />
      ) : (
        <BarsChart
          titolo={titolo}
          colonna={prima}
          serie={[{ nome: seconda, tono: 'primario' }]}
          righe={figura.punti.map(({ nome, valore }) => ({ nome, valori: [valore], cifra: cifra.format(valore) }))}
          massimo={massimo}
        />
      )}
      {figura.altre && <Muted piccolo>{testi.grafico_prime(figura.punti.length)}</Muted>}
    </Stack>
  )
}
