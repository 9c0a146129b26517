import { useSnapshot } from 'valtio'
import type { BancaLocale, MateriaPrevista } from '#contract/database'
import { useStartOggi } from '../../domain/use-start-oggi.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, Muted } from '../../ui/base.tsx'
import { IconPlay } from '../../ui/icons.ts'
import css from './home.module.css'
import { oggiState } from './oggi-state.ts'
import { gainText } from './text.ts'
import { WeakMaterie } from './WeakMaterie.tsx'

const SHOWN = 3
/** Smallest gain that has a row, thousandths of a point. */
const LEAST = 100

/** Lists the exam's subjects with most points to win, each with its own way in [PV4]; before a prediction the weak ones. */
export default function GainCard({ banca }: { banca: BancaLocale }) {
  const { id_concorso } = banca
  const { previsione } = useSnapshot(oggiState)
  const rows = ((previsione?.materie ?? []) as readonly MateriaPrevista[])
    .filter((m) => m.da_vincere >= LEAST)
    .slice(0, SHOWN)
  if (!previsione?.oggi) return <WeakMaterie banca={banca} />
  if (rows.length < 2) return null
  return (
    <Card aria-labelledby="guadagni">
      <h2 id="guadagni">{gainText.titolo}</h2>
      <ul className={css.deboli}>
        {rows.map((m) => (
          <li key={m.id_materia}>
            <GainRow id_concorso={id_concorso} materia={m} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function GainRow({ id_concorso, materia: m }: { id_concorso: number; materia: MateriaPrevista }) {
  const { busy, start } = useStartOggi(id_concorso)
  const name = m.materia || gainText.senza_materia
  return (
    <div className={css.guadagno}>
      <span>
        <b>{name}</b>
        <Muted small as="span">
          {gainText.viste(m.viste, m.domande)}
        </Muted>
      </span>
      <Button
        variant="tenue"
        size="sm"
        icon={<IconPlay size={16} />}
        aria-label={gainText.esercitati(name, m.da_vincere)}
        disabled={busy}
        onClick={() => void start({ sola: m.id_materia ?? 0 })}
      >
        {gainText.punti(m.da_vincere)}
      </Button>
    </div>
  )
}
