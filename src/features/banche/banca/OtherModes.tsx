import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { Filtro, Ordine } from '#contract/database'
import { hrefSeduta } from '../../../domain/hrefs.ts'
import { countUnassigned, type SedutaMode, startAssign, startMode } from '../../../domain/modes.ts'
import { showError } from '../../../session/notices.ts'
import { modeEntriesText as texts } from '../../../text/modes.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card, Muted, Stack } from '../../../ui/base.tsx'
import { CardHead } from '../../../ui/CardHead.tsx'
import { IconAssign, IconListen, IconQuestions } from '../../../ui/icons.ts'
import css from './banca.module.css'

/** Offers reading, listening and keys by hand, over the questions that the filters leave (D22, D17). */
export function OtherModes({
  filter,
  ordine,
  empty,
  children,
}: {
  filter: Filtro
  ordine: Ordine
  empty: boolean
  /** Line under the heading with the number of these questions. */
  children?: ReactNode
}) {
  const [, navigate] = useLocation()
  const [busy, setBusy] = useState<SedutaMode | null>(null)
  const [unassigned, setUnassigned] = useState(0)
  const { id_concorso } = filter
  useEffect(() => {
    let alive = true
    void countUnassigned(id_concorso).then((n) => alive && setUnassigned(n))
    return () => {
      alive = false
    }
  }, [id_concorso])
  const start = async (tipo: SedutaMode) => {
    if (busy) return
    setBusy(tipo)
    const result = await (tipo === 'ASSEGNA_RISPOSTE'
      ? startAssign(id_concorso)
      : startMode({ filtro: filter, ordine, tipo }))
    setBusy(null)
    if (result.ok) navigate(hrefSeduta(result.value))
    else showError(result.error, { riprova: () => void start(tipo) })
  }
  const entry = (tipo: SedutaMode, icon: ReactNode, name: string, text: string, disabled: boolean) => (
    <div className={css.modo}>
      <Button icon={icon} busy={busy === tipo} disabled={disabled} onClick={() => void start(tipo)}>
        {name}
      </Button>
      <Muted small>{text}</Muted>
    </div>
  )
  return (
    <Card aria-labelledby="altri-modi">
      <Stack>
        <CardHead id="altri-modi" title={texts.titolo} text={texts.testo}>
          {children}
        </CardHead>
        <div className={css.modi}>
          {entry('LETTA', <IconQuestions size={20} />, texts.leggi, texts.leggi_testo, empty)}
          {entry('ASCOLTATA', <IconListen size={20} />, texts.ascolta, texts.ascolta_testo, empty)}
          {unassigned > 0 &&
            entry('ASSEGNA_RISPOSTE', <IconAssign size={20} />, texts.assegna, texts.assegna_testo(unassigned), false)}
        </div>
      </Stack>
    </Card>
  )
}
