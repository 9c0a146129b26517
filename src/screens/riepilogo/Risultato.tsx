import { numero } from '../../text/formati.ts'
import { riepilogo as testi } from '../../text/riepilogo.ts'
import { Card, Chip, Muted, VisuallyHidden } from '../../ui/base.tsx'
import { Conteggi, type Conteggio } from '../../ui/Conteggi.tsx'
import type { Conti } from './calcolo.ts'
import css from './riepilogo.module.css'

/** Right answers over the ones that were given and count, and the figures they come from. `annullate`: answers to annulled questions. */
export function Risultato({ conti, annullate, n }: { conti: Conti; annullate: number; n: number }) {
  const { corrette, errate, non_date } = conti
  const nulle = conti.nulle - annullate
  const date = n - non_date - annullate
  const parti: Conteggio[] = [
    { n: corrette, nome: testi.esatte(corrette), tono: 'giusto' },
    { n: errate, nome: testi.errate(errate), tono: 'sbagliato' },
    ...(nulle > 0 ? [{ n: nulle, nome: testi.neutre(nulle) }] : []),
    ...(annullate > 0 ? [{ n: annullate, nome: testi.annullate(annullate) }] : []),
    { n: non_date, nome: testi.non_date(non_date) },
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
        <Muted>{annullate > 0 ? testi.solo_annullate : testi.nessuna_risposta}</Muted>
      ) : (
        <div>
          <Chip>{testi.percento(corrette, date)}</Chip>
        </div>
      )}
      <Conteggi parti={parti} />
    </Card>
  )
}
