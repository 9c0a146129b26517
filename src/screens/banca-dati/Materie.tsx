import { memo } from 'react'
import type { Conteggi, RigaCompletamento } from '#contract/database'
import { banca as testi } from '../../text/banca.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, Muted, Row } from '../../ui/base.tsx'
import { LevelBar } from '../../ui/Livelli.tsx'
import css from './banca.module.css'
import { type Filtri, toggle } from './filtri.ts'

/** Subjects with what the other filters leave of each, their levels and their completion [CP1]. */
export const Materie = memo(function Materie({
  righe,
  conteggi,
  materie,
  onCambia,
}: {
  righe: readonly RigaCompletamento[]
  conteggi: Conteggi | null
  materie: Filtri['materie']
  onCambia: (parte: Partial<Filtri>) => void
}) {
  const rimaste = new Map(conteggi?.per_materia.map((m) => [m.id_materia, m.n]))
  const tutte = righe.flatMap((m) => (m.id_materia === null ? [] : [m.id_materia]))
  const scelte = materie.filter((id) => tutte.includes(id))
  return (
    <Card aria-labelledby="materie">
      <Row ai_lati a_capo>
        <div>
          <h2 id="materie">{testi.materie}</h2>
          <Muted piccolo>{scelte.length === 0 ? testi.tutte_materie : testi.materie_scelte(scelte.length)}</Muted>
        </div>
        <Button
          variante="fantasma"
          misura="sm"
          onClick={() => onCambia({ materie: scelte.length === tutte.length ? [] : tutte })}
        >
          {scelte.length === tutte.length ? testi.deseleziona : testi.seleziona_tutte}
        </Button>
      </Row>
      <div className={css.materie}>
        {righe.map((m) => {
          const id = m.id_materia
          if (id === null) return null
          const n = rimaste.get(id) ?? m.totale
          return (
            <label key={id} className={css.materia}>
              <input
                type="checkbox"
                className={css.spunta}
                aria-label={`${m.materia}, ${testi.materia_detta(n, m.percentuale)}`}
                checked={scelte.includes(id)}
                onChange={() => onCambia({ materie: toggle(scelte, id) })}
              />
              <b>{m.materia}</b>
              <Muted piccolo come="span">
                {testi.materia_conto(n, m.percentuale)}
              </Muted>
              <span className={css.livelli}>
                <LevelBar per_livello={m.per_livello} misura="sottile" />
              </span>
            </label>
          )
        })}
      </div>
    </Card>
  )
})
