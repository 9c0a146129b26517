import { useState } from 'react'
import { useLocation } from 'wouter'
import { hrefSeduta } from '../../domain/hrefs.ts'
import { showError } from '../../session/notices.ts'
import { ricercaText as texts } from '../../text/ricerca.ts'
import { Button, IconAction } from '../../ui/Button.tsx'
import { IconPlay, IconX } from '../../ui/icons.ts'
import css from './ricerca.module.css'
import { startFoundSeduta } from './ricerca-state.ts'
import type { Selection } from './useSelection.ts'

/** What to do with the questions selected: under the thumb, as long as there are any. */
export function SelectionBar({ n, selection }: { n: number; selection: Selection }) {
  const [, navigate] = useLocation()
  const [busy, setBusy] = useState(false)
  const start = async () => {
    setBusy(true)
    const result = await startFoundSeduta(selection.ids())
    setBusy(false)
    if (result.ok) navigate(hrefSeduta(result.value))
    else showError(result.error, { riprova: () => void start() })
  }
  return (
    <section className={css.azioni} aria-label={texts.azioni} data-dock>
      <IconAction label={texts.deseleziona} icon={<IconX size={20} />} onClick={selection.none} />
      <p role="status">
        <b>{texts.selezionate(selection.n)}</b>
        <span>{texts.su(n)}</span>
      </p>
      <Button busy={busy} icon={<IconPlay size={20} />} onClick={() => void start()}>
        {texts.esercitati}
      </Button>
    </section>
  )
}
