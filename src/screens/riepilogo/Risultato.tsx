import { numero } from '../../text/formati.ts'
import { riepilogo as testi } from '../../text/riepilogo.ts'
import { Card, Chip, Muted, VisuallyHidden } from '../../ui/base.tsx'
import { cx } from '../../ui/cx.ts'
import type { Conti } from './calcolo.ts'
import css from './riepilogo.module.css'

/** Right answers over the ones that were given, and the figures they come from. */
export function Risultato({ conti, n }: { conti: Conti; n: number }) {
  const { corrette, errate, nulle, non_date } = conti
  const date = n - non_date
  const parti = [
    { n: corrette, nome: testi.esatte(corrette), classe: css.giuste },
    { n: errate, nome: testi.errate(errate), classe: css.sbagliate },
    ...(nulle > 0 ? [{ n: nulle, nome: testi.neutre(nulle), classe: undefined }] : []),
    { n: non_date, nome: testi.non_date(non_date), classe: undefined },
  ]
  return (
    <Card aria-labelledby="risultato" className={css.risultato}>
      <h2 id="risultato">
        <VisuallyHidden>{testi.punteggio}</VisuallyHidden>
      </h2>
      <p className={css.punteggio}>
        {numero(corrette)}
        <small>{testi.su(date === 0 ? n : date)}</small>
      </p>
      {date === 0 ? (
        <Muted>{testi.nessuna_risposta}</Muted>
      ) : (
        <div>
          <Chip>{testi.percento(corrette, date)}</Chip>
        </div>
      )}
      <dl className={cx(css.cifre, parti.length === 4 && css.quattro)}>
        {parti.map((p) => (
          <div key={p.nome} className={cx(p.classe)}>
            <dt>{p.nome}</dt>
            <dd>{numero(p.n)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
