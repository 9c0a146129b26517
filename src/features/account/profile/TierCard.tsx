import type { StatoLivello } from '#contract/schemas'
import { profileText as texts } from '../../../text/account.ts'
import { formatDate } from '../../../text/formats.ts'
import { accountTypeText } from '../../../text/shell.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import { Card, Chip, Muted, Stack } from '../../../ui/base.tsx'
import { IconPremium } from '../../../ui/icons.ts'
import { Progress } from '../../../ui/Meters.tsx'

/** Shows the tier and, where it has a limit, how much of it is left. */
export function TierCard({
  stato,
  tipo,
  scadenza,
}: {
  stato: StatoLivello | null
  tipo: StatoLivello['livello']
  scadenza: string | null
}) {
  return (
    <Card aria-labelledby="piano">
      <Stack>
        <h2 id="piano">{texts.piano}</h2>
        <div>
          <Chip tone={tipo === 0 ? 'avviso' : 'primario'} icon={tipo > 0 && <IconPremium size={16} />}>
            {accountTypeText[tipo]}
          </Chip>
        </div>
        {stato && stato.quiz_limite !== null ? (
          <>
            <p>{texts.quiz_usati(stato.quiz_usati, stato.quiz_limite)}</p>
            <Progress label={texts.demo_barra} value={stato.quiz_usati} max={stato.quiz_limite} />
            <Muted small>{texts.quiz_rimasti(stato.quiz_rimasti ?? 0)}</Muted>
          </>
        ) : (
          stato && <Muted>{texts.senza_limite}</Muted>
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
