import { useSnapshot } from 'valtio'
import type { StatoLivello } from '#contract/schemas'
import { network } from '../../../platform/network.ts'
import { profileText as texts } from '../../../text/account.ts'
import { formatDate } from '../../../text/formats.ts'
import { accountTypeText } from '../../../text/shell.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import base from '../../../ui/base.module.css'
import { Card, Chip, Muted, Stack } from '../../../ui/base.tsx'
import { IconPremium } from '../../../ui/icons.ts'
import { Progress } from '../../../ui/Meters.tsx'

/** Shows the tier and, where it has a limit, how much of it is left; only their place until the server answers. */
export function TierCard({
  stato,
  tipo,
  scadenza,
}: {
  stato: StatoLivello | null
  tipo: StatoLivello['livello']
  scadenza: string | null
}) {
  const { online } = useSnapshot(network)
  return (
    <Card aria-labelledby="piano">
      <Stack>
        <h2 id="piano">{texts.piano}</h2>
        <div>
          <Chip tone={tipo === 0 ? 'avviso' : 'primario'} icon={tipo > 0 && <IconPremium size={16} />}>
            {accountTypeText[tipo]}
          </Chip>
        </div>
        {stato ? (
          <Allowance {...stato} />
        ) : (
          online && (
            <Stack className={base.attesa}>
              <Allowance quiz_usati={0} quiz_limite={tipo === 0 ? 0 : null} quiz_rimasti={0} />
            </Stack>
          )
        )}
        {tipo > 0 && scadenza && <Muted>{texts.scade(formatDate(scadenza))}</Muted>}
        {(tipo < 3 || scadenza) && (
          <div>
            <ButtonLink href="/premium" variant={tipo < 3 ? 'primario' : 'bordo'} icon={<IconPremium size={20} />}>
              {tipo < 3 ? texts.premium : texts.prolunga}
            </ButtonLink>
          </div>
        )}
      </Stack>
    </Card>
  )
}

const Allowance = ({
  quiz_usati,
  quiz_limite,
  quiz_rimasti,
}: Pick<StatoLivello, 'quiz_usati' | 'quiz_limite' | 'quiz_rimasti'>) =>
  quiz_limite === null ? (
    <Muted>{texts.senza_limite}</Muted>
  ) : (
    <>
      <p>{texts.quiz_usati(quiz_usati, quiz_limite)}</p>
      <Progress label={texts.demo_barra} value={quiz_usati} max={quiz_limite} />
      <Muted small>{texts.quiz_rimasti(quiz_rimasti ?? 0)}</Muted>
    </>
  )
