import { HREF_SQL } from '../../../domain/hrefs.ts'
import { profileText as texts } from '../../../text/account.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import { Card, Muted, Stack } from '../../../ui/base.tsx'
import { IconSql } from '../../../ui/icons.ts'
import { StoreHealth } from '../StoreHealth.tsx'

/** Shows cards that few people need: their own data by SQL, and the check of the store. */
export const AdvancedCards = () => (
  <>
    <Card aria-labelledby="sql">
      <Stack>
        <h2 id="sql">{texts.sql}</h2>
        <Muted>{texts.sql_invito}</Muted>
        <div>
          <ButtonLink href={HREF_SQL} icon={<IconSql size={20} />}>
            {texts.sql_apri}
          </ButtonLink>
        </div>
      </Stack>
    </Card>
    <StoreHealth />
  </>
)
