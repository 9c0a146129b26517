import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { call } from '../../api/client.ts'
import { useRead } from '../../components/useRead.ts'
import { Muted } from '../../ui/base.tsx'
import { LegalFrame } from './LegalFrame.tsx'
import type { LegalText } from './legal-text.ts'
import css from './legale.module.css'
import { legaleText as texts } from './text.ts'

const readGestore = () => call('gestore')

/** Names who runs this installation, as its operator wrote it (d.lgs. 70/2003, art. 7; GDPR, art. 13). */
function OperatorDetails() {
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

/** Shows a text in sections with its version and an index; `operator`: the text names who runs the service. */
export function LegalTextScreen({
  text,
  versione,
  operator = false,
  children,
}: {
  text: LegalText
  /** Version that consents are written with (contract/account). */
  versione?: string
  operator?: boolean
  children?: ReactNode
}) {
  return (
    <LegalFrame title={text.titolo}>
      {versione !== undefined && <Muted small>{texts.versione(versione)}</Muted>}
      <p className={css.intro}>{text.intro}</p>
      <nav aria-label={texts.indice} className={css.indice}>
        <ol>
          {text.sezioni.map((s) => (
            <li key={s.id}>
              <a href={`#${s.id}`}>{s.titolo}</a>
            </li>
          ))}
        </ol>
      </nav>
      {text.sezioni.map((s) => (
        <section key={s.id} id={s.id} className={css.sezione} aria-labelledby={`${s.id}-t`}>
          <h2 id={`${s.id}-t`}>{s.titolo}</h2>
          {s.paragrafi.map((p) => (
            <p key={p}>{p}</p>
          ))}
          {s.elenco && (
            <ul>
              {s.elenco.map((v) => (
                <li key={v}>{v}</li>
              ))}
            </ul>
          )}
        </section>
      ))}
      {children}
      {operator && <OperatorDetails />}
    </LegalFrame>
  )
}
