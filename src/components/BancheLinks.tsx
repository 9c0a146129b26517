import { useSnapshot } from 'valtio'
import { bancheState } from '../domain/banche-state.ts'
import { hrefAdd, hrefBanca } from '../domain/hrefs.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { IconLibrary } from '../ui/icons.ts'
import css from './BancheLinks.module.css'

/** Links to named banks, to the bank itself where the account has it, else to the catalogue. */
export function BancheLinks({ banche }: { banche: readonly { id_concorso: number; concorso: string }[] }) {
  const own = new Set(useSnapshot(bancheState).list.map((b) => b.id_concorso))
  if (banche.length === 0) return null
  return (
    <ul className={css.banche}>
      {banche.map((b) => (
        <li key={b.id_concorso}>
          <ButtonLink
            size="sm"
            icon={<IconLibrary size={16} />}
            href={own.has(b.id_concorso) ? hrefBanca(b.id_concorso) : hrefAdd(b.id_concorso)}
          >
            {b.concorso}
          </ButtonLink>
        </li>
      ))}
    </ul>
  )
}
