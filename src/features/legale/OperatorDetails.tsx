import { Link } from 'wouter'
import { call } from '../../api/client.ts'
import { useRead } from '../../components/useRead.ts'
import { Muted } from '../../ui/base.tsx'
import css from './legale.module.css'
import { legaleText as texts } from './text.ts'

const readGestore = () => call('gestore')

/** Who runs this installation, as its operator wrote it (d.lgs. 70/2003, art. 7; GDPR, art. 13). */
export function OperatorDetails() {
  const { dati, guasto } = useRead(readGestore, 'gestore')
  return (
    <section id="gestore" className={css.sezione} aria-labelledby="gestore-t">
      <h2 id="gestore-t">{texts.gestore_titolo}</h2>
      {dati ? (
        <>
          <p>{dati.gestore ?? texts.gestore_assente}</p>
          <p>
            <a className={css.collegamento} href={`mailto:${dati.assistenza}`}>
              {dati.assistenza}
            </a>
          </p>
        </>
      ) : (
        guasto && <Muted>{texts.gestore_errore}</Muted>
      )}
      <p>
        <Link className={css.collegamento} href="/assistenza">
          {texts.scrivi}
        </Link>
      </p>
    </section>
  )
}
