import type { RispostaSeduta } from '#contract/database'
import { LivelloBar, LivelloTiles } from '../../../components/Livelli.tsx'
import { Card, Muted, Stack } from '../../../ui/base.tsx'
import { countLivelloMoves } from './counts.ts'
import css from './riepilogo.module.css'
import { riepilogoText as texts } from './text.ts'

/** How the levels of the answered questions moved. */
export function LivelliMoves({ risposte }: { risposte: readonly RispostaSeduta[] }) {
  if (risposte.length === 0) return null
  const { up, down, still, before, after } = countLivelloMoves(risposte)
  const messages = [
    up > 0 ? texts.saliti(up) : null,
    down > 0 ? texts.scesi(down) : null,
    still > 0 ? texts.fermi(still) : null,
  ].filter((f) => f !== null)
  return (
    <Card aria-labelledby="mosse" className={css.livelli}>
      <Stack>
        <div>
          <h2 id="mosse">{texts.livelli}</h2>
          <Muted small>{messages.join(', ')}</Muted>
        </div>
        <div className={css.barre}>
          <span>{texts.prima}</span>
          <LivelloBar per_livello={before} />
          <span>{texts.dopo}</span>
          <LivelloBar per_livello={after} size="grande" />
        </div>
        <LivelloTiles per_livello={after} />
      </Stack>
    </Card>
  )
}
