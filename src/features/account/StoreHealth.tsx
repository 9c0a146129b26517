import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import type { StoreHealth as Health } from '#contract/store-care'
import { checkStoreHealth, loadStoreHealth, storeHealth } from '../../domain/store-health.ts'
import { storeHealthText as texts } from '../../text/store-health.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, Muted, Stack } from '../../ui/base.tsx'
import { IconRetry } from '../../ui/icons.ts'
import css from './profile.module.css'

/** Shows the state of the store: its place, its last check and repair, and a check now. */
export function StoreHealth() {
  const { stato, in_corso, esito } = useSnapshot(storeHealth)
  useEffect(() => void loadStoreHealth(), [])
  if (!stato) return null
  const { gradino, byte, ultima_verifica, ultimo_recupero } = stato as Health
  return (
    <Card aria-labelledby="archivio">
      <Stack>
        <h2 id="archivio">{texts.titolo}</h2>
        <Muted>{texts.sotto}</Muted>
        <dl className={css.dati}>
          <div>
            <dt>{texts.dove}</dt>
            <dd>{texts.dove_e(gradino, byte)}</dd>
          </div>
          <div>
            <dt>{texts.ultima_verifica}</dt>
            <dd>{ultima_verifica ? texts.quando(ultima_verifica, Date.now()) : texts.mai}</dd>
          </div>
          {ultimo_recupero && (
            <div>
              <dt>{texts.ultimo_recupero}</dt>
              <dd>{texts.recupero(ultimo_recupero)}</dd>
            </div>
          )}
        </dl>
        <div>
          <Button icon={<IconRetry size={20} />} busy={in_corso} onClick={() => void checkStoreHealth()}>
            {texts.verifica}
          </Button>
        </div>
        <Muted aria-live="polite">{esito && texts[esito]}</Muted>
      </Stack>
    </Card>
  )
}
