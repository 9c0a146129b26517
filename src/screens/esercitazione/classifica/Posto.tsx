import type { Classifica } from '#contract/simulazioni'
import { formatNumber } from '../../../text/formats.ts'
import { formatPunteggio, classificaText as testi } from '../../../text/simulazioni.ts'
import { Muted } from '../../../ui/base.tsx'
import css from './classifica.module.css'
import { Distribuzione } from './Distribuzione.tsx'

/** Place, ties, mean, those above the threshold, the group with the same time, how many for each score [SI2][SI9]. */
export function Posto({ classifica: c, soglia }: { classifica: Classifica; soglia: number | null }) {
  const { posizione_classifica: mia, stesso_tempo: gruppo } = c
  const altri = c.numero_partecipanti - 1
  const dietro = mia === null ? 0 : altri + 1 - (mia - 1) - Math.max(1, c.pari_merito)
  const meglio = altri > 0 ? Math.floor((100 * dietro) / altri) : 0
  const righe: [string, string][] = [
    ...(c.punteggio === null ? [] : [[testi.il_tuo, formatPunteggio(c.punteggio)] satisfies [string, string]]),
    ...(c.punteggio_medio === null
      ? []
      : [[testi.media, formatPunteggio(c.punteggio_medio)] satisfies [string, string]]),
    ...(c.sopra_soglia === null ? [] : [[testi.sopra_soglia, formatNumber(c.sopra_soglia)] satisfies [string, string]]),
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
          <Muted small>{[...(meglio > 0 ? [testi.meglio(meglio)] : []), testi.pari(c.pari_merito)].join(' · ')}</Muted>
        </div>
      )}
      {c.primi && <Primi classifica={c} soglia={soglia} />}
      <dl className={css.righe}>
        {righe.map(([nome, valore]) => (
          <div key={nome}>
            <dt>{nome}</dt>
            <dd>{valore}</dd>
          </div>
        ))}
      </dl>
      {c.distribuzione.length > 1 && <Distribuzione classifica={c} soglia={soglia} />}
    </>
  )
}

/** Whether the account is among the first so many that the rules admit, as the ranking is now. */
function Primi({
  classifica: { primi, ammesso, punteggio: mio },
  soglia,
}: {
  classifica: Classifica
  soglia: number | null
}) {
  if (!primi) return null
  const chi = testi.primi(primi.quanti, primi.pari_merito)
  const sotto = mio !== null && soglia !== null && mio < soglia
  const frase =
    ammesso === null
      ? testi.passano(chi)
      : ammesso
        ? testi.fra_i_primi(chi)
        : sotto
          ? testi.sotto_soglia(chi)
          : testi.non_fra_i_primi(chi)
  return (
    <div>
      <p>
        <b>{frase}.</b>
      </p>
      <Muted small>{testi.provvisoria}</Muted>
    </div>
  )
}
