import type { Classifica } from '#contract/simulazioni'
import { numero } from '../../../text/formati.ts'
import { punteggio, classifica as testi } from '../../../text/simulazioni.ts'
import { Muted } from '../../../ui/base.tsx'
import css from './classifica.module.css'
import { Distribuzione } from './Distribuzione.tsx'

/** Place, ties, mean, those above the threshold, the group with the same time, how many for each score [SI2][SI9]. */
export function Posto({ classifica: c }: { classifica: Classifica }) {
  const { posizione_classifica: mia, stesso_tempo: gruppo } = c
  const righe: [string, string][] = [
    ...(c.punteggio === null ? [] : [[testi.il_tuo, punteggio(c.punteggio)] satisfies [string, string]]),
    ...(c.punteggio_medio === null ? [] : [[testi.media, punteggio(c.punteggio_medio)] satisfies [string, string]]),
    ...(c.sopra_soglia === null ? [] : [[testi.sopra_soglia, numero(c.sopra_soglia)] satisfies [string, string]]),
    [
      testi.stesso_tempo(gruppo.tempo_aggiuntivo),
      testi.stesso_tempo_valore(gruppo.posizione_classifica, gruppo.numero_partecipanti),
    ],
  ]
  return (
    <>
      {mia === null ? (
        <Muted>{testi.nessun_posto}</Muted>
      ) : (
        <div>
          <p className={css.posto}>
            {testi.posizione(mia)} <small>{testi.su(c.numero_partecipanti)}</small>
          </p>
          <Muted piccolo>{testi.pari(c.pari_merito)}</Muted>
        </div>
      )}
      <dl className={css.righe}>
        {righe.map(([nome, valore]) => (
          <div key={nome}>
            <dt>{nome}</dt>
            <dd>{valore}</dd>
          </div>
        ))}
      </dl>
      {c.distribuzione.length > 1 && <Distribuzione classifica={c} />}
    </>
  )
}
