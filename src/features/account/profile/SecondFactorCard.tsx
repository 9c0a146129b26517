import { Suspense, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Utente } from '#contract/schemas'
import { useRead } from '../../../components/useRead.ts'
import { network } from '../../../platform/network.ts'
import { formatDate } from '../../../text/formats.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card, Chip, Muted, Row, Stack } from '../../../ui/base.tsx'
import { IconLock, IconRight } from '../../../ui/icons.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'
import css from '../profile.module.css'
import { NotHere } from './NotHere.tsx'
import { readSecondoFattore } from './profile-calls.ts'
import { factorText as texts } from './text.ts'

const FactorSetup = lazyPart(() => import('./FactorSetup.tsx'))
const FactorEnd = lazyPart(() => import('./FactorEnd.tsx'))

/** Shows the second factor of a sign-in, on or off, and since when [AU45]. */
export function SecondFactorCard({ utente }: { utente: Utente }) {
  const { online } = useSnapshot(network)
  const { dati, guasto, rileggi } = useRead(readSecondoFattore, online ? 'si' : 'no')
  const [open, setOpen] = useState<'no' | 'attiva' | 'spegni'>('no')
  const withPassword = utente.con_password !== false
  const close = () => {
    setOpen('no')
    void rileggi()
  }
  const on = dati?.dal != null
  return (
    <Card aria-labelledby="due-passaggi">
      <Stack>
        <h2 id="due-passaggi">{texts.titolo}</h2>
        <Muted>{texts.testo}</Muted>
        {dati ? (
          <>
            {dati.dal !== null && (
              <Row wrap>
                <Chip tone="ok" icon={<IconRight size={16} />}>
                  {texts.attiva_dal(formatDate(dati.dal))}
                </Chip>
                <Muted small>{texts.rimasti(dati.codici_rimasti)}</Muted>
              </Row>
            )}
            {dati.da_togliere && <p className={css.attesa}>{texts.tra_poco(formatDate(dati.da_togliere))}</p>}
            <div>
              <Button
                icon={<IconLock size={20} />}
                disabled={!online}
                onClick={() => setOpen(on ? 'spegni' : 'attiva')}
              >
                {on ? texts.disattiva : texts.attiva}
              </Button>
            </div>
          </>
        ) : (
          <NotHere online={online} guasto={guasto} title={texts.errore} onRetry={() => void rileggi()} />
        )}
      </Stack>
      <Suspense>
        {open === 'attiva' && <FactorSetup withPassword={withPassword} onClose={close} />}
        {open === 'spegni' && <FactorEnd withPassword={withPassword} onClose={close} />}
      </Suspense>
    </Card>
  )
}
