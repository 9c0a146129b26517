import { Suspense, useState } from 'react'
import { hasRight } from '../../domain/livello.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Card, Muted, Row, Stack } from '../../ui/base.tsx'
import { IconPremium, IconPrint } from '../../ui/icons.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import type { PrintRequest } from './print-banca.ts'
import { stampaText as texts } from './text.ts'

const PrintDialog = lazyPart(() => import('./PrintDialog.tsx'))

type Asked = Omit<PrintRequest, 'options'> & { count: number | null }

/** Card with the way to a PDF of the filtered questions; without the right a notice shows before the tap [AC8]. */
export function PrintCard({ count, ...request }: Asked) {
  const allowed = hasRight('pdf')
  return (
    <Card aria-labelledby="stampa">
      <Stack>
        <div>
          <h2 id="stampa">{texts.titolo}</h2>
          <Muted small>{allowed ? count !== null && texts.testo(count) : texts.premium}</Muted>
        </div>
        <Row>
          {allowed ? (
            <PrintWay count={count} {...request} />
          ) : (
            <ButtonLink href="/premium" icon={<IconPremium size={20} />}>
              {texts.scopri}
            </ButtonLink>
          )}
        </Row>
      </Stack>
    </Card>
  )
}

/** Button that opens the choices of a PDF; without the right a link to premium shows before the tap [AC8]. */
export function PrintWay({ count, ...request }: Asked) {
  const [open, setOpen] = useState(false)
  if (!hasRight('pdf'))
    return (
      <ButtonLink href="/premium" icon={<IconPremium size={20} />}>
        {texts.con_premium}
      </ButtonLink>
    )
  return (
    <>
      <Button icon={<IconPrint size={20} />} disabled={count === null || count === 0} onClick={() => setOpen(true)}>
        {texts.apri}
      </Button>
      {open && count !== null && (
        <Suspense>
          <PrintDialog request={request} count={count} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
