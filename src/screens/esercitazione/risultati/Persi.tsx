import type { Punteggio } from '#rules/regolamento/punteggio'
import { risultatiText as testi } from '../../../text/risultati.ts'
import { Card, Muted } from '../../../ui/base.tsx'
import css from './risultati.module.css'

/** Points that the best answers would have given: how many went with wrong answers, grades in between, blanks. */
export function Persi({ punteggio: p }: { punteggio: Punteggio }) {
  const voci = [
    { nome: testi.persi_errate, valore: p.persi_errate, classe: css.barraErrate },
    { nome: testi.persi_intermedie, valore: p.persi_intermedie, classe: css.barraIntermedie },
    { nome: testi.persi_omesse, valore: p.persi_omesse, classe: css.barraOmesse },
  ].filter((v) => v.valore > 0)
  const massimo = Math.max(1, ...voci.map((v) => v.valore))
  return (
    <Card aria-labelledby="persi">
      <h2 id="persi">{testi.persi}</h2>
      {voci.length === 0 && <Muted>{testi.persi_nessuno}</Muted>}
      <dl className={css.persi}>
        {voci.map((v) => (
          <div key={v.nome}>
            <dt>{v.nome}</dt>
            <dd>{testi.persi_punti(v.valore)}</dd>
            <span className={css.binario} aria-hidden="true">
              <i className={v.classe} style={{ width: `${(100 * v.valore) / massimo}%` }} />
            </span>
          </div>
        ))}
      </dl>
    </Card>
  )
}
