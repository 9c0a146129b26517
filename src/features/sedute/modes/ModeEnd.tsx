import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import comune from '../../../components/seduta/seduta.module.css'
import { type SedutaStart, startSeduta } from '../../../domain/banca-state.ts'
import { hrefAfter, hrefSeduta } from '../../../domain/hrefs.ts'
import { preferences } from '../../../domain/preferences.ts'
import { showError } from '../../../session/notices.ts'
import { wayBackText } from '../../../text/way-back.ts'
import { useArrival } from '../../../ui/arrival.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { Muted } from '../../../ui/base.tsx'
import { IconCheck, IconPlay } from '../../../ui/icons.ts'
import { doneSoFar } from '../modes.ts'
import css from './modes.module.css'

/** End of a mode, with its work done and an exercise over it. */
export function ModeEnd({
  id_concorso,
  texts: { fine_titolo: title, provale },
  text,
  selection = () => ({ filtro: { id_concorso }, scelte: doneSoFar() }),
}: {
  id_concorso: number
  texts: { fine_titolo: string; provale: string }
  text: string
  /** Returns the questions of the exercise when it begins, by default those done; null when there is none to practise. */
  selection?: (() => Pick<SedutaStart, 'filtro' | 'scelte'>) | null
}) {
  const { mescola, avanti_da_sola } = useSnapshot(preferences)
  const [, navigate] = useLocation()
  const back = hrefAfter({ id_concorso })
  const ref = useArrival<HTMLElement>(title)
  useEffect(() => {
    ref.current?.focus({ preventScroll: true })
  }, [ref])
  const start = async (over: Pick<SedutaStart, 'filtro' | 'scelte'>) => {
    const result = await startSeduta({ ...over, ordine: 'CASUALE', mescola, avanti_da_sola })
    if (result.ok) navigate(hrefSeduta(result.value))
    else showError(result.error, { riprova: () => void start(over) })
  }
  return (
    <main className={comune.sola} tabIndex={-1} ref={ref}>
      <div className={css.fine}>
        <span className={css.fatto}>
          <IconCheck size={28} />
        </span>
        <h1>{title}</h1>
        <Muted>{text}</Muted>
        <div className={css.vie}>
          {selection && (
            <Button variant="primario" icon={<IconPlay size={20} />} onClick={() => void start(selection())}>
              {provale}
            </Button>
          )}
          <ButtonLink href={back}>{wayBackText(back)}</ButtonLink>
        </div>
      </div>
    </main>
  )
}
