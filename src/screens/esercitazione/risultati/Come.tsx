import { spokenTime } from '../../../text/prova.ts'
import { risultatiText as testi } from '../../../text/risultati.ts'
import { Card } from '../../../ui/base.tsx'
import { contaCambi, mediaTempo, type PostoValutato } from './analisi.ts'
import css from './risultati.module.css'

/** Time on a question, answers that changed, right answers that may have been luck. */
export function Come({ posti }: { posti: readonly PostoValutato[] }) {
  if (posti.length === 0) return null
  const media = mediaTempo(posti)
  const lunga = posti.reduce((a, b) => (b.voce.ms > a.voce.ms ? b : a))
  const { cambiate, peggiorate, migliorate, note } = contaCambi(posti)
  const righe = [
    [testi.tempo_medio, spokenTime(media)],
    ...(lunga.voce.ms > 0 ? [[testi.tempo_piu, testi.tempo_piu_valore(lunga.voce.ms, lunga.indice + 1)]] : []),
    [testi.cambiate, note ? testi.cambiate_valore(cambiate, peggiorate, migliorate) : testi.cambiate_solo(cambiate)],
    [testi.fortunate, testi.fortunate_valore(posti.filter((p) => p.fortunata).length)],
  ] as const
  return (
    <Card aria-labelledby="come-risposto">
      <h2 id="come-risposto">{testi.come}</h2>
      <dl className={css.come}>
        {righe.map(([nome, valore]) => (
          <div key={nome}>
            <dt>{nome}</dt>
            <dd>{valore}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
