import { numero } from '../text/formati.ts'
import css from './Conteggi.module.css'
import { cx } from './cx.ts'

export type Conteggio = { n: number; nome: string; tono?: 'giusto' | 'sbagliato' }

/** What a result is made of, side by side: right, wrong, and the rest. */
export const Conteggi = ({ parti }: { parti: readonly Conteggio[] }) => (
  <dl className={cx(css.conteggi, parti.length === 4 && css.quattro)}>
    {parti.map(({ n, nome, tono }) => (
      <div key={nome} className={cx(tono && css[tono])}>
        <dt>{nome}</dt>
        <dd>{numero(n)}</dd>
      </div>
    ))}
  </dl>
)
