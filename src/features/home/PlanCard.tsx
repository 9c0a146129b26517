import { useSnapshot } from 'valtio'
import type { BancaLocale } from '#contract/database'
import type { StatoLivello } from '#contract/schemas'
import { profileText } from '../../text/account.ts'
import { formatNumber, pluralWord } from '../../text/formats.ts'
import { accountTypeText } from '../../text/shell.ts'
import { Card, Chip, Muted, Row } from '../../ui/base.tsx'
import { IconPremium } from '../../ui/icons.ts'
import { Progress } from '../../ui/Meters.tsx'
import { livelloState } from '../account/livello.ts'
import css from './home.module.css'

/** Beside the bank in front: what a demo account may still receive (D9), or how far the person has come. */
export function PlanCard({ banche }: { banche: readonly BancaLocale[] }) {
  const { stato } = useSnapshot(livelloState)
  if (stato && stato.quiz_limite !== null && stato.quiz_rimasti !== null)
    return <DemoAllowance limit={stato.quiz_limite} left={stato.quiz_rimasti} used={stato.quiz_usati} />
  return <HomeProgress banche={banche} tipo={stato?.livello ?? null} />
}

function DemoAllowance({ limit, left, used }: { limit: number; left: number; used: number }) {
  return (
    <Card className={css.piano} aria-labelledby="piano">
      <Row spread>
        <h2 id="piano">{profileText.piano}</h2>
        <Chip tone="avviso">{accountTypeText[0]}</Chip>
      </Row>
      <p className={css.quanti}>
        <b>{formatNumber(left)}</b>
        <span>{pluralWord(left, profileText.rimasta, profileText.rimaste)}</span>
      </p>
      <Progress label={profileText.demo_barra} value={used} max={limit} />
      <Muted small>{profileText.quiz_usati(used, limit)}</Muted>
    </Card>
  )
}

function HomeProgress({ banche, tipo }: { banche: readonly BancaLocale[]; tipo: StatoLivello['livello'] | null }) {
  const total = banche.reduce((n, b) => n + b.n_domande, 0)
  if (total === 0) return null
  const known = banche.reduce((n, b) => n + b.per_livello[1], 0)
  const answered = total - banche.reduce((n, b) => n + b.per_livello[-99], 0)
  return (
    <Card className={css.piano} aria-labelledby="progressi">
      <Row spread>
        <h2 id="progressi">{profileText.progressi}</h2>
        {tipo !== null && (
          <Chip tone="primario" icon={<IconPremium size={16} />}>
            {accountTypeText[tipo]}
          </Chip>
        )}
      </Row>
      <p className={css.quanti}>
        <b>{formatNumber(known)}</b>
        <span>{profileText.che_sai(total)}</span>
      </p>
      <Progress label={profileText.risposte_date(answered, total)} value={answered} max={total} />
      <Muted small>{profileText.risposte_date(answered, total)}</Muted>
    </Card>
  )
}
