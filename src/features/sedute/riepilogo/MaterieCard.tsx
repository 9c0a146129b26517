import { Suspense } from 'react'
import { Card, Muted } from '../../../ui/base.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { countMaterie, errorLines, splitMaterie } from './counts.ts'
import type { RiepilogoRow } from './read-riepilogo.ts'
import css from './riepilogo.module.css'
import { riepilogoText as texts } from './text.ts'

const MaterieChart = lazyPart(() => import('./MaterieChart.tsx'))

/**
 * Subjects of a sitting, a bar for each with enough answers, a sentence for the rest [SC19]. `n` counts the questions of the
 * sitting.
 */
export function MaterieCard({ rows, n }: { rows: readonly RiepilogoRow[]; n: number }) {
  const { bars, few } = splitMaterie(countMaterie(rows.map(({ domanda, risposta }) => ({ ...domanda, risposta }))))
  const lines = errorLines(few).map((line) => texts.errori_materia(line, bars.length > 0))
  const right = few.filter((m) => m.errate === 0 && m.corrette > 0)
  if (right.length > 0) lines.push(texts.senza_errori(right, lines.length > 0 || bars.length > 0))
  if (bars.length === 0 && lines.length === 0) return null
  return (
    <Card aria-labelledby="per-materia" className={css.materie}>
      <div className={css.testa}>
        <h2 id="per-materia">{texts.per_materia}</h2>
        {bars.length > 0 && (
          <Muted small as="span">
            {rows.length === n ? texts.per_materia_nota : texts.per_materia_date}
          </Muted>
        )}
      </div>
      {bars.length > 0 && (
        <Suspense fallback={null}>
          <MaterieChart materie={bars} />
        </Suspense>
      )}
      {lines.length > 0 && (
        <ul className={css.righe}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </Card>
  )
}
