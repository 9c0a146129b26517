import type { Sfida } from '#contract/simulazioni'
import { spokenTime } from '../../../text/prova.ts'
import { formatPunteggio, sfidaText as testi } from '../../../text/simulazioni.ts'
import { Muted } from '../../../ui/base.tsx'
import css from './sfida.module.css'

type Lato = NonNullable<Sfida['io']>

/** The two sides of a challenge, or all those who took it up; nobody's name. */
export function Confronto({ sfida }: { sfida: Sfida }) {
  const { io, sfidante, avversari, mia } = sfida
  if (io === null) return null
  const altri: { chi: string; lato: Lato }[] = [
    ...(mia || sfidante === null ? [] : [{ chi: testi.sfidante, lato: sfidante }]),
    ...avversari.map((lato, i) => ({ chi: testi.avversario(i + 1), lato })),
  ]
  if (altri.length === 0) return <Muted>{testi.mia_attesa}</Muted>
  const altro = altri.length === 1 ? (altri[0]?.lato ?? null) : null
  const alla_pari = io.motivo === null && altro?.motivo === null
  const esito =
    altro === null || !alla_pari
      ? null
      : io.punteggio > altro.punteggio
        ? 'avanti'
        : io.punteggio < altro.punteggio
          ? 'indietro'
          : 'pari'
  return (
    <div className={css.confronto}>
      {esito && (
        <p>
          <b>{testi.esito[esito]}</b>
        </p>
      )}
      {altro && !alla_pari && <p>{testi.non_alla_pari}</p>}
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
          {[{ chi: testi.tu, lato: io }, ...altri].map(({ chi, lato }) => (
            <tr key={chi}>
              <th scope="row">{chi}</th>
              <td>{formatPunteggio(lato.punteggio)}</td>
              <td>
                {testi.andata(lato.corrette, lato.errate, lato.omesse, spokenTime(lato.secondi * 1000))}
                {lato.motivo && <Muted small>{testi.fuori[lato.motivo]}</Muted>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
