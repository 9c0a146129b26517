import type { Sfida } from '#contract/simulazioni'
import { spokenTime } from '../../text/formats.ts'
import { formatPunteggio, sfidaText as testi } from '../../text/simulazioni.ts'
import { Muted } from '../../ui/base.tsx'
import css from './sfida.module.css'

type Side = NonNullable<Sfida['io']>

/** Compares the two sides of a challenge, or everybody who took it up, without names. */
export function SfidaComparison({ sfida }: { sfida: Sfida }) {
  const { io: me, sfidante, avversari, mia: own } = sfida
  if (me === null) return null
  const others: { who: string; side: Side }[] = [
    ...(own || sfidante === null ? [] : [{ who: testi.sfidante, side: sfidante }]),
    ...avversari.map((side, i) => ({ who: testi.avversario(i + 1), side: side })),
  ]
  if (others.length === 0) return <Muted>{testi.mia_attesa}</Muted>
  const other = others.length === 1 ? (others[0]?.side ?? null) : null
  const even = me.motivo === null && other?.motivo === null
  const esito =
    other === null || !even
      ? null
      : me.punteggio > other.punteggio
        ? 'avanti'
        : me.punteggio < other.punteggio
          ? 'indietro'
          : 'pari'
  return (
    <div className={css.confronto}>
      {esito && (
        <p>
          <b>{testi.esito[esito]}</b>
        </p>
      )}
      {other && !even && <p>{testi.non_alla_pari}</p>}
      <table>
        <caption>{testi.confronto}</caption>
        <thead>
          <tr>
            <th scope="col">{testi.chi}</th>
            <th scope="col">{testi.punti}</th>
            <th scope="col">{testi.come}</th>
          </tr>
        </thead>
        <tbody>
          {[{ who: testi.tu, side: me }, ...others].map(({ who, side }) => (
            <tr key={who}>
              <th scope="row">{who}</th>
              <td>{formatPunteggio(side.punteggio)}</td>
              <td>
                {testi.andata(side.corrette, side.errate, side.omesse, spokenTime(side.secondi * 1000))}
                {side.motivo && <Muted small>{testi.fuori[side.motivo]}</Muted>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
