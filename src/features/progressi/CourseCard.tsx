import { useState } from 'react'
import type { MateriaProgressi } from '#contract/database'
import { LivelloBar } from '../../components/Livelli.tsx'
import { useStartOggi } from '../../domain/use-start-oggi.ts'
import { countWeak, withSeen, worstFirst } from '../../domain/weak.ts'
import { formatDomande } from '../../text/formats.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, Muted } from '../../ui/base.tsx'
import { ChartTable } from '../../ui/ChartTable.tsx'
import { IconDown, IconRepeat } from '../../ui/icons.ts'
import css from './progressi.module.css'
import { progressiText as texts } from './text.ts'

/** Subjects shown at first, those to review before the rest. */
const SHOWN = 3

const nameOf = (m: MateriaProgressi) => (m.id_materia === null ? texts.senza_materia : m.materia)

/** Lists the subjects of a bank with the share seen, the level, the weeks and the way to the weak questions [PG1]. */
export function CourseCard({ id_concorso, materie }: { id_concorso: number; materie: readonly MateriaProgressi[] }) {
  const { busy, start } = useStartOggi(id_concorso)
  const [all, setAll] = useState(false)
  const begun = worstFirst(materie.map(withSeen).filter((m) => m.risposte > 0))
  const shown = all ? begun : begun.slice(0, SHOWN)
  const rest = materie.filter((m) => m.risposte === 0)
  const weeks = materie.find((m) => m.settimane.length > 0)?.settimane ?? []
  return (
    <Card aria-labelledby="corso">
      <div>
        <h2 id="corso">{texts.corso}</h2>
        {weeks.length > 1 && <Muted small>{texts.corso_sotto}</Muted>}
      </div>
      <ul className={css.corso}>
        {shown.map((m) => (
          <Course key={m.id_materia ?? 0} materia={m} busy={busy} onReview={(debole) => void start({ debole })} />
        ))}
      </ul>
      {begun.length > shown.length && (
        <div>
          <Button variant="fantasma" flush="start" size="sm" onClick={() => setAll(true)}>
            {texts.altre_materie(begun.length - shown.length)}
          </Button>
        </div>
      )}
      {rest.length > 0 && (
        <details className={css.scaffale}>
          <summary>
            <span>{texts.mai_cominciate(rest.length)}</span> <IconDown size={18} />
          </summary>
          <ul className={css.resto}>
            {rest.map((m) => (
              <li key={m.id_materia ?? 0}>
                {nameOf(m)}{' '}
                <Muted as="span" small>
                  {formatDomande(m.totale)}
                </Muted>
              </li>
            ))}
          </ul>
        </details>
      )}
      <ChartTable
        title={texts.corso}
        columns={[texts.materia, ...weeks.map((w) => texts.settimana_del(w.lunedi))]}
        rows={begun.map((m) => ({
          id: String(m.id_materia ?? 0),
          cells: () => [
            nameOf(m),
            ...weeks.map((_, i) => texts.cella(m.settimane[i]?.giuste ?? 0, m.settimane[i]?.risposte ?? 0)),
          ],
        }))}
      />
    </Card>
  )
}

/** Row of a subject. `onReview` starts its weak questions. */
function Course({
  materia: m,
  busy,
  onReview,
}: {
  materia: MateriaProgressi
  busy: boolean
  onReview: (id_materia: number) => void
}) {
  return (
    <li>
      <span className={css.nome}>
        <b>{nameOf(m)}</b>
        <Muted small as="span">
          {`${texts.viste(m.viste, m.totale)} · ${texts.quota((100 * m.giuste) / m.risposte)}`}
        </Muted>
      </span>
      <Spark weeks={m.settimane} />
      {m.id_materia !== null && countWeak(m) > 0 && (
        <Button
          size="sm"
          variant="tenue"
          icon={<IconRepeat size={16} />}
          label={texts.ripassa_materia(nameOf(m))}
          disabled={busy}
          onClick={() => onReview(m.id_materia ?? 0)}
        >
          {texts.ripassa_deboli(countWeak(m))}
        </Button>
      )}
      <span className={css.barra}>
        <LivelloBar per_livello={m.per_livello} size="sottile" />
      </span>
    </li>
  )
}

const WIDTH = 120
const HEIGHT = 32
const EDGE = 4

/** Line of the share of right answers over the weeks with answers, 0 at the bottom. */
function Spark({ weeks }: { weeks: MateriaProgressi['settimane'] }) {
  const points = weeks.flatMap(({ giuste, risposte }, i) =>
    risposte === 0
      ? []
      : [
          [
            EDGE + ((WIDTH - 2 * EDGE) * i) / Math.max(1, weeks.length - 1),
            HEIGHT - EDGE - ((HEIGHT - 2 * EDGE) * giuste) / risposte,
          ] as const,
        ],
  )
  const last = points.at(-1)
  if (weeks.length < 2 || !last) return null
  return (
    <svg className={css.spark} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" focusable="false">
      <line className={css.base} x1={0} x2={WIDTH} y1={HEIGHT - EDGE} y2={HEIGHT - EDGE} />
      <polyline points={points.map(([x, y]) => `${x},${y}`).join(' ')} />
      <circle cx={last[0]} cy={last[1]} r={3.5} />
    </svg>
  )
}
