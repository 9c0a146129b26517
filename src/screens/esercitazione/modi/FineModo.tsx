import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import { showGuasto } from '../../../state/avvisi.ts'
import { type Avvio, startSeduta } from '../../../state/banca.ts'
import { hrefOrigine, hrefSeduta } from '../../../state/indirizzi.ts'
import { preferenze } from '../../../state/preferenze.ts'
import { modi as testi } from '../../../text/modi.ts'
import { useArrivo } from '../../../ui/arrivo.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { Muted } from '../../../ui/base.tsx'
import { IconCheck, IconPlay } from '../../../ui/icone.ts'
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
  scelta: (() => Pick<Avvio, 'filtro' | 'scelte'>) | null
}) {
  const { mescola, avanti_da_sola } = useSnapshot(preferenze)
  const [, navigate] = useLocation()
  const rif = useArrivo<HTMLElement>(titolo)
  useEffect(() => {
    rif.current?.focus({ preventScroll: true })
  }, [rif])
  const inizia = async (su: Pick<Avvio, 'filtro' | 'scelte'>) => {
    const esito = await startSeduta({ ...su, ordine: 'CASUALE', mescola, avanti_da_sola })
    if (esito.ok) navigate(hrefSeduta(esito.value))
    else showGuasto(esito.error, { riprova: () => void inizia(su) })
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
            <Button variante="primario" icona={<IconPlay size={20} />} onClick={() => void inizia(scelta())}>
              {provale}
            </Button>
          )}
          <ButtonLink href={hrefOrigine(id_concorso)}>{testi.banca}</ButtonLink>
        </div>
      </div>
    </main>
  )
}
