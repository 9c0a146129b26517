import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import type { StatoArchivio } from '#contract/cura'
import { checkSalute, loadSalute, salute } from '../../state/salute.ts'
import { salute as testi } from '../../text/salute.ts'
import { Button } from '../../ui/Button.tsx'
import { Muted } from '../../ui/base.tsx'
import { IconRetry } from '../../ui/icone.ts'
import css from './profilo.module.css'

/** State of the store: where it is, when it was last checked and put right, a check now. */
export function Salute() {
  const { stato, in_corso, esito } = useSnapshot(salute)
  useEffect(() => void loadSalute(), [])
  if (!stato) return null
  const { gradino, byte, ultima_verifica, ultimo_recupero } = stato as StatoArchivio
  return (
    <>
      <h3>{testi.titolo}</h3>
      <dl className={css.dati}>
        <div>
          <dt>{testi.dove}</dt>
          <dd>{testi.dove_e(gradino, byte)}</dd>
        </div>
        <div>
          <dt>{testi.ultima_verifica}</dt>
          <dd>{ultima_verifica ? testi.quando(ultima_verifica, Date.now()) : testi.mai}</dd>
        </div>
        {ultimo_recupero && (
          <div>
            <dt>{testi.ultimo_recupero}</dt>
            <dd>{testi.recupero(ultimo_recupero)}</dd>
          </div>
        )}
      </dl>
      <div>
        <Button icona={<IconRetry size={20} />} inCorso={in_corso} onClick={() => void checkSalute()}>
          {testi.verifica}
        </Button>
      </div>
      <Muted aria-live="polite">{esito && testi[esito]}</Muted>
    </>
  )
}
