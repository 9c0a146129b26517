import { useSnapshot } from 'valtio'
import { livelloState } from '../../session/livello.ts'
import { profileText } from '../../text/account.ts'
import { formatNumber, pluralWord } from '../../text/formats.ts'
import { accountTypeText } from '../../text/shell.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card, Chip, Muted, Row } from '../../ui/base.tsx'
import { IconPremium } from '../../ui/icons.ts'
import { Progress } from '../../ui/Meters.tsx'
import css from './home.module.css'

/** Beside the first steps: what a demo account may still receive (D9). */
export function PlanCard() {
  const { stato } = useSnapshot(livelloState)
  if (stato && stato.quiz_limite !== null && stato.quiz_rimasti !== null)
    return <DemoAllowance limit={stato.quiz_limite} left={stato.quiz_rimasti} used={stato.quiz_usati} />
  return null
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
      <div>
        <ButtonLink size="sm" href="/premium" icon={<IconPremium size={16} />}>
          {profileText.premium}
        </ButtonLink>
      </div>
    </Card>
  )
}
