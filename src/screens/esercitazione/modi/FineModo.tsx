import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import { hrefOrigin, hrefSeduta } from '../../../app/hrefs.ts'
import { showError } from '../../../app/notices.ts'
import { type SedutaStart, startSeduta } from '../../../features/banche/banca-state.ts'
import { preferences } from '../../../features/sedute/preferences.ts'
import { modesText as testi } from '../../../text/modes.ts'
import { useArrival } from '../../../ui/arrival.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { Muted } from '../../../ui/base.tsx'
import { IconCheck, IconPlay } from '../../../ui/icons.ts'
import comune from '../seduta.module.css'
import css from './modi.module.css'

/** What was done, and an exercise over it. */
export function FineModo({
  id_concorso,
  titolo,
  testo,
  provale,
  scelta,
}: {
  id_concorso: number
  titolo: string
  testo: string
  provale: string
  /** What the exercise is over, asked when it begins; null when there is nothing to practise. */
  scelta: (() => Pick<SedutaStart, 'filtro' | 'scelte'>) | null
}) {
  const { mescola, avanti_da_sola } = useSnapshot(preferences)
  const [, navigate] = useLocation()
  const rif = useArrival<HTMLElement>(titolo)
  useEffect(() => {
    rif.current?.focus({ preventScroll: true })
  }, [rif])
  const inizia = async (su: Pick<SedutaStart, 'filtro' | 'scelte'>) => {
    const esito = await startSeduta({ ...su, ordine: 'CASUALE', mescola, avanti_da_sola })
    if (esito.ok) navigate(hrefSeduta(esito.value))
    else showError(esito.error, { riprova: () => void inizia(su) })
  }
  return (
    <main className={comune.sola} tabIndex={-1} ref={rif}>
      <div className={css.fine}>
        <span className={css.fatto}>
          <IconCheck size={28} />
        </span>
        <h1>{titolo}</h1>
        <Muted>{testo}</Muted>
        <div className={css.vie}>
          {scelta && (
            <Button variant="primario" icon={<IconPlay size={20} />} onClick={() => void inizia(scelta())}>
              {provale}
            </Button>
          )}
          <ButtonLink href={hrefOrigin(id_concorso)}>{testi.banca}</ButtonLink>
        </div>
      </div>
    </main>
  )
}
