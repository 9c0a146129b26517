import type { ReactNode } from 'react'
import { accesso } from '../../text/accesso.ts'
import { useArrivo } from '../../ui/arrivo.ts'
import { Logo } from '../../ui/Logo.tsx'
import css from './auth.module.css'

/** Which circle of each row of the answer sheet is filled. */
const RIGHE = [...'CADBCEABDCAE'].map((pieno, i) => ({ numero: i + 1, pieno }))

/** The two halves of the account's screens: an answer sheet on wide windows, what is to be done beside it. */
export function Cornice({ titolo, children }: { titolo: string; children: ReactNode }) {
  const rif = useArrivo<HTMLElement>(titolo)
  return (
    <div className={css.due}>
      <div className={css.foglio} aria-hidden="true">
        <div className={css.cerchi}>
          {RIGHE.flatMap(({ numero, pieno }) => [
            <b key={numero}>{numero}</b>,
            ...[...'ABCDE'].map((lettera) => (
              <span key={`${numero}${lettera}`} className={lettera === pieno ? css.pieno : undefined}>
                {lettera}
              </span>
            )),
          ])}
        </div>
        <h2>{accesso.slogan}</h2>
        <p>{accesso.sottotitolo}</p>
      </div>
      <main className={css.lato} tabIndex={-1} ref={rif}>
        <div className={css.marchio}>
          <Logo grande />
        </div>
        {children}
      </main>
    </div>
  )
}
