import { type ReactNode, useEffect, useState } from 'react'
import { fullRegoleText as testi } from '../../../../text/regole.ts'
import { Chip } from '../../../../ui/base.tsx'
import { IconDown } from '../../../../ui/icons.ts'
import css from './regole.module.css'

/** A part of the rules that opens when it is wanted; what it says now stands beside its name. */
export function FoldedGroup({
  title,
  summary: spoken,
  problem,
  children,
}: {
  title: string
  summary: string
  /** Something in it is wrong: it opens by itself. */
  problem: boolean
  children: ReactNode
}) {
  const [open, setOpen] = useState(problem)
  useEffect(() => {
    if (problem) setOpen(true)
  }, [problem])
  return (
    <details className={css.gruppo} open={open} onToggle={(e) => setOpen(e.currentTarget.open)}>
      <summary>
        <b>{title}</b>
        {problem ? <Chip tone="errore">{testi.da_correggere}</Chip> : <span>{spoken}</span>}
        <IconDown size={20} />
      </summary>
      <div className={css.blocco}>{children}</div>
    </details>
  )
}
