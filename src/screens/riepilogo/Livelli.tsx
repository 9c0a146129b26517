import type { RispostaSeduta } from '#contract/database'
import { riepilogo as testi } from '../../text/riepilogo.ts'
import { Card, Muted, Stack } from '../../ui/base.tsx'
import { LevelBar, LevelTiles } from '../../ui/Livelli.tsx'
import { mosseLivelli } from './calcolo.ts'
import css from './riepilogo.module.css'

/** How the levels of the answered questions moved. */
export function Livelli({ risposte }: { risposte: readonly RispostaSeduta[] }) {
  if (risposte.length === 0) return null
  const { saliti, scesi, fermi, prima, dopo } = mosseLivelli(risposte)
  const frasi = [
    saliti > 0 ? testi.saliti(saliti) : null,
    scesi > 0 ? testi.scesi(scesi) : null,
    fermi > 0 ? testi.fermi(fermi) : null,
  ].filter((f) => f !== null)
  return (
    <Card aria-labelledby="mosse" className={css.livelli}>
      <Stack>
        <div>
          <h2 id="mosse">{testi.livelli}</h2>
          <Muted piccolo>{frasi.join(', ')}</Muted>
        </div>
        <div className={css.barre}>
          <span>{testi.prima}</span>
          <LevelBar per_livello={prima} />
          <span>{testi.dopo}</span>
          <LevelBar per_livello={dopo} misura="grande" />
        </div>
        <LevelTiles per_livello={dopo} />
      </Stack>
    </Card>
  )
}
