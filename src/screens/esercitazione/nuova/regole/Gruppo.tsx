import { type ReactNode, useEffect, useState } from 'react'
import { fullRegoleText as testi } from '../../../../text/regole.ts'
import { Chip } from '../../../../ui/base.tsx'
import { IconDown } from '../../../../ui/icons.ts'
import css from './regole.module.css'

/** A part of the rules that opens when it is wanted; what it says now stands beside its name. */
export function Gruppo({
  titolo,
  detto,
  difetto,
  children,
}: {
  titolo: string
  detto: string
  /** Something in it is wrong: it opens by itself. */
  difetto: boolean
  children: ReactNode
}) {
  const [aperto, setAperto] = useState(difetto)
  useEffect(() => {
    if (difetto) setAperto(true)
  }, [difetto])
  return (
    <details className={css.gruppo} open={aperto} onToggle={(e) => setAperto(e.currentTarget.open)}>
      <summary>
        <b>{titolo}</b>
        {difetto ? <Chip tone="errore">{testi.da_correggere}</Chip> : <span>{detto}</span>}
        <IconDown size={20} />
      </summary>
      <div className={css.blocco}>{children}</div>
    </details>
  )
}
