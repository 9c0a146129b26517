import { useEffect, useState } from 'react'
import type { StatoLivello } from '#contract/schemas'
import { ACCESS_RIGHTS, type LivelloUtente, PREMIUM } from '#rules/access'
import { onStore } from '../../store/on-store.ts'
import { accountTypeText } from '../../text/shell.ts'
import { Card, Chip, Muted, Row, Stack } from '../../ui/base.tsx'
import { IconPremium, IconRight, IconWrong } from '../../ui/icons.ts'
import css from './premium.module.css'
import { premiumText as texts } from './text.ts'

const FUNZIONI = ['domande', 'spiegazioni', 'pdf', 'materie_premium'] as const

const has = (livello: LivelloUtente, funzione: (typeof FUNZIONI)[number]): boolean =>
  funzione === 'domande' ? ACCESS_RIGHTS[livello].limite_quiz === null : ACCESS_RIGHTS[livello][funzione]

/** Table of what the account has now, what it lacks and what premium adds (rules/access is the only source) [AC5]. */
export function TierComparison({
  livello,
  scadenza,
  stato,
}: {
  livello: LivelloUtente
  scadenza: string | null
  stato: StatoLivello | null
}) {
  const explained = useExplained()
  const bought = stato?.livello_acquistato ?? livello
  const expired = bought !== livello && scadenza !== null
  const limit = stato?.quiz_limite ?? null
  return (
    <Card aria-labelledby="piano">
      <Stack>
        <Row spread wrap>
          <h2 id="piano">{texts.piano}</h2>
          <Chip tone={livello === 0 ? 'avviso' : 'primario'} icon={livello > 0 && <IconPremium size={16} />}>
            {accountTypeText[livello]}
          </Chip>
        </Row>
        {expired ? (
          <p>{texts.scaduto(accountTypeText[bought], scadenza)}</p>
        ) : (
          livello > 1 &&
          (livello !== PREMIUM || scadenza !== null) && (
            <p>{scadenza === null ? texts.senza_scadenza : texts.fino_al(scadenza)}</p>
          )
        )}
        {limit !== null && stato && <p>{texts.demo(stato.quiz_usati, limit)}</p>}
        <Muted>
          {livello === PREMIUM && scadenza === null
            ? texts.gia_per_sempre
            : (!explained && texts.offerta_senza[livello]) || texts.offerta[livello]}
        </Muted>
        <table className={css.confronto}>
          <caption>{texts.confronto}</caption>
          <thead>
            <tr>
              <th scope="col">{texts.col_funzione}</th>
              {livello !== PREMIUM && <th scope="col">{texts.col_tuo(accountTypeText[livello])}</th>}
              <th scope="col">{texts.col_premium}</th>
            </tr>
          </thead>
          <tbody>
            {FUNZIONI.filter((funzione) => explained || funzione !== 'spiegazioni').map((funzione) => (
              <tr key={funzione}>
                <th scope="row">{texts.funzioni[funzione]}</th>
                {livello !== PREMIUM && (
                  <td>
                    <Included
                      yes={has(livello, funzione)}
                      {...(funzione === 'domande' && limit !== null && { instead: texts.fino_a(limit) })}
                    />
                  </td>
                )}
                <td>
                  <Included yes={has(PREMIUM, funzione)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Stack>
    </Card>
  )
}

/** Returns false when no bank on the device has explanations. */
function useExplained(): boolean {
  const [explained, setExplained] = useState(true)
  useEffect(() => {
    let alive = true
    void onStore((db) => db.hasSpiegazioni()).then((read) => alive && read.ok && setExplained(read.value))
    return () => {
      alive = false
    }
  }, [])
  return explained
}

const Included = ({ yes, instead }: { yes: boolean; instead?: string }) => (
  <span className={yes ? css.si : css.no}>
    {yes ? <IconRight size={20} aria-hidden="true" /> : <IconWrong size={20} aria-hidden="true" />}
    <span>{yes ? texts.compresa : (instead ?? texts.assente)}</span>
  </span>
)
