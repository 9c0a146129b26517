import { formatDate } from '../../text/formats.ts'
import { simulazioniText, classificaText as testi } from '../../text/simulazioni.ts'
import { Muted } from '../../ui/base.tsx'
import css from './classifica.module.css'
import type { ClassificaData } from './read-classifica.ts'

/** The last five attempts, newest first, and their mean [SI3][SI4]. */
export function AttemptsList({ esiti, gettone }: { esiti: ClassificaData['esiti']; gettone: string }) {
  return (
    <div>
      <h3 className={css.titoletto}>{testi.tentativi}</h3>
      <ol className={css.tentativi}>
        {esiti.elementi.map((e) => (
          <li key={e.gettone} aria-current={e.gettone === gettone ? 'true' : undefined}>
            <b>{simulazioniText.tentativo(e.punteggio, e.punteggio_massimo)}</b>
            <Muted small as="span">
              {[
                formatDate(e.data_simulazione),
                e.in_classifica ? testi.in_classifica : testi.fuori_breve,
                ...(e.gettone === gettone ? [testi.questo] : []),
              ].join(' · ')}
            </Muted>
          </li>
        ))}
      </ol>
      {esiti.punteggio_medio !== null && <Muted>{testi.media_tentativi(esiti.punteggio_medio)}</Muted>}
    </div>
  )
}
