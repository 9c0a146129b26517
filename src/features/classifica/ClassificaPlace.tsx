import type { Classifica } from '#contract/simulazioni'
import { formatNumber } from '../../text/formats.ts'
import { formatPunteggio, classificaText as testi } from '../../text/simulazioni.ts'
import { Muted } from '../../ui/base.tsx'
import { Facts } from '../../ui/CardHead.tsx'
import css from './classifica.module.css'
import { DistributionChart } from './DistributionChart.tsx'

/** Shows place, ties, mean, people above the threshold, group with the same time, people by score [SI2][SI9]. */
export function ClassificaPlace({
  classifica: c,
  unranked,
  soglia,
  massimo,
}: {
  classifica: Classifica
  /** Set where the delivery is out of the ranking, as the card says above. */
  unranked: boolean
  soglia: number | null
  /** Best score that the rules allow. */
  massimo: number
}) {
  const { posizione_classifica: own, stesso_tempo: group } = c
  const others = c.numero_partecipanti - 1
  // Hide mean, threshold and group of a single participant, because they would repeat one result three times.
  const alone = others <= 0
  const behind = own === null ? 0 : others + 1 - (own - 1) - Math.max(1, c.pari_merito)
  const betterThan = others > 0 ? Math.floor((100 * behind) / others) : 0
  const rows: [string, string][] = [
    ...(c.punteggio === null ? [] : [[testi.il_tuo, formatPunteggio(c.punteggio)] satisfies [string, string]]),
    ...(c.punteggio_medio === null || alone
      ? []
      : [[testi.media, formatPunteggio(Math.round(100 * c.punteggio_medio) / 100)] satisfies [string, string]]),
    ...(c.sopra_soglia === null || alone
      ? []
      : [[testi.sopra_soglia, formatNumber(c.sopra_soglia)] satisfies [string, string]]),
    ...(group.numero_partecipanti === c.numero_partecipanti
      ? []
      : [
          [
            testi.stesso_tempo(group.tempo_aggiuntivo),
            testi.stesso_tempo_valore(group.posizione_classifica, group.numero_partecipanti),
          ] satisfies [string, string],
        ]),
  ]
  return (
    <>
      {own === null ? (
        !unranked && <p>{alone ? testi.comincia : testi.nessun_posto}</p>
      ) : (
        <div>
          <p className={css.posto}>
            {testi.posizione(own)} <small>{testi.su(c.numero_partecipanti)}</small>
          </p>
          <Muted small>
            {alone
              ? testi.primo
              : [...(betterThan > 0 ? [testi.meglio(betterThan)] : []), testi.pari(c.pari_merito)].join(' · ')}
          </Muted>
        </div>
      )}
      {c.primi && !alone && <FirstPlaces classifica={c} soglia={soglia} />}
      {rows.length > 0 && <Facts className={css.righe} rows={rows} />}
      {c.distribuzione.length > 1 && <DistributionChart classifica={c} soglia={soglia} massimo={massimo} />}
    </>
  )
}

/** Shows whether the current ranking has the account among the first places that the rules admit. */
function FirstPlaces({
  classifica: { primi, ammesso, punteggio: own },
  soglia,
}: {
  classifica: Classifica
  soglia: number | null
}) {
  if (!primi) return null
  const who = testi.primi(primi.quanti, primi.pari_merito)
  const below = own !== null && soglia !== null && own < soglia
  const message =
    ammesso === null
      ? testi.passano(who)
      : ammesso
        ? testi.fra_i_primi(who)
        : below
          ? testi.sotto_soglia(who)
          : testi.non_fra_i_primi(who)
  return (
    <div>
      <p>
        <b>{message}.</b>
      </p>
      <Muted small>{testi.provvisoria}</Muted>
    </div>
  )
}
