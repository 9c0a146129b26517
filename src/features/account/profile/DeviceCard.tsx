import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import type { BancaLocale } from '#contract/database'
import { bancheState, loadBanche } from '../../../domain/banche-state.ts'
import { kept, lookAtKept } from '../../../platform/kept.ts'
import { profileText as texts } from '../../../text/account.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import base from '../../../ui/base.module.css'
import { Card, Muted, Stack } from '../../../ui/base.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconSpace } from '../../../ui/icons.ts'

/**
 * Shows the banks here with their bytes. A line says whether the page opens offline and the browser keeps it all; only its place
 * until that is known.
 */
export function DeviceCard() {
  const here = (useSnapshot(bancheState).list as BancaLocale[]).filter((b) => b.n_domande > 0)
  const { page, persistent } = useSnapshot(kept)
  useEffect(() => {
    void loadBanche()
    void lookAtKept()
  }, [])
  // Sum the files that Idoneo wrote, because the browser's estimate counts space that it has not freed yet.
  const bytes = here.reduce((sum, b) => sum + b.dimensione, 0)
  return (
    <Card aria-labelledby="dispositivo">
      <Stack>
        <h2 id="dispositivo">{texts.dispositivo}</h2>
        <p>{texts.banche_qui(here.length, bytes)}</p>
        <Muted className={cx(page === null && base.attesa)}>
          {`${page ? texts.pagina_qui : texts.pagina_no} ${persistent ? texts.tenuto : texts.non_tenuto}`}
        </Muted>
        <div>
          <ButtonLink href="/banche-dati" icon={<IconSpace size={20} />}>
            {texts.gestisci}
          </ButtonLink>
        </div>
      </Stack>
    </Card>
  )
}
