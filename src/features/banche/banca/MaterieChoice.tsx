import { memo } from 'react'
import type { Conteggi, RigaCompletamento } from '#contract/database'
import { LivelloBar } from '../../../components/Livelli.tsx'
import { bancaTextOf } from '../../../text/materie.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card, Muted, Row } from '../../../ui/base.tsx'
import { CheckBox } from '../../../ui/Field.tsx'
import css from './banca.module.css'
import { type BancaFilters, toggleValue } from './filters.ts'

/** Lists the subjects with the questions that the other filters leave, their levels and their completion [CP1]. */
export const MaterieChoice = memo(function MaterieChoice({
  rows,
  counts,
  materie,
  onChange,
}: {
  rows: readonly RigaCompletamento[]
  counts: Conteggi | null
  materie: BancaFilters['materie']
  onChange: (patch: Partial<BancaFilters>) => void
}) {
  // Read the kind from a subject's number, because nodes of a path have numbers of its kind (rules/raccolta).
  const texts = bancaTextOf(rows.find((m) => m.id_materia !== null)?.id_materia ?? 0)
  const left = new Map(counts?.per_materia.map((m) => [m.id_materia, m.n]))
  const all = rows.flatMap((m) => (m.id_materia === null ? [] : [m.id_materia]))
  const chosen = materie.filter((id) => all.includes(id))
  return (
    <Card aria-labelledby="materie">
      <Row spread wrap>
        <div>
          <h2 id="materie">{texts.materie}</h2>
          <Muted small>{chosen.length === 0 ? texts.tutte_materie : texts.materie_scelte(chosen.length)}</Muted>
        </div>
        <Button
          variant="fantasma"
          size="sm"
          onClick={() => onChange({ materie: chosen.length === all.length ? [] : all })}
        >
          {chosen.length === all.length ? texts.deseleziona : texts.seleziona_tutte}
        </Button>
      </Row>
      <div className={css.materie}>
        {rows.map((m) => {
          const id = m.id_materia
          if (id === null) return null
          const n = left.get(id) ?? m.totale
          return (
            <label key={id} className={css.materia}>
              <CheckBox
                className={css.spunta}
                aria-label={`${m.materia}, ${texts.materia_detta(n, m.percentuale)}`}
                checked={chosen.includes(id)}
                onChange={() => onChange({ materie: toggleValue(chosen, id) })}
              />
              <b>{m.materia}</b>
              <Muted small as="span">
                {texts.materia_conto(n, m.percentuale)}
              </Muted>
              <span className={css.livelli}>
                <LivelloBar per_livello={m.per_livello} size="sottile" />
              </span>
            </label>
          )
        })}
      </div>
    </Card>
  )
})
