import type { LostByCause } from '#rules/coach'
import type { Punteggio } from '#rules/regolamento/punteggio'
import { risultatiText as testi } from '../../../text/risultati.ts'
import { Card, Muted } from '../../../ui/base.tsx'
import css from './risultati.module.css'

/** Points that the best answers would have given: how many went with wrong answers, changes of mind among them, grades in between, blanks, time among them [CB4]. */
export function LostPoints({ punteggio: p, lost }: { punteggio: Punteggio; lost: LostByCause }) {
  const options = [
    { nome: testi.persi_errate, valore: p.persi_errate, classe: css.barraErrate },
    { nome: testi.persi_ripensamenti, valore: lost.ripensamenti, classe: css.barraErrate },
    { nome: testi.persi_intermedie, valore: p.persi_intermedie, classe: css.barraIntermedie },
    { nome: testi.persi_omesse, valore: p.persi_omesse, classe: css.barraOmesse },
    { nome: testi.persi_doppie, valore: lost.doppie, classe: css.barraOmesse },
    { nome: testi.persi_tempo, valore: lost.tempo, classe: css.barraOmesse },
  ].filter((v) => v.valore > 0)
  const max = Math.max(1, ...options.map((v) => v.valore))
  return (
    <Card aria-labelledby="persi">
      <h2 id="persi">{testi.persi}</h2>
      {options.length === 0 && <Muted>{testi.persi_nessuno}</Muted>}
      <dl className={css.persi}>
        {options.map((v) => (
          <div key={v.nome}>
            <dt>{v.nome}</dt>
            <dd>{testi.persi_punti(v.valore)}</dd>
            <span className={css.binario} aria-hidden="true">
              <i className={v.classe} style={{ width: `${(100 * v.valore) / max}%` }} />
            </span>
          </div>
        ))}
      </dl>
    </Card>
  )
}
