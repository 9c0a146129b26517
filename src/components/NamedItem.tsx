import type { ReactNode } from 'react'
import { IconAction } from '../ui/Button.tsx'
import { IconDelete, IconEdit } from '../ui/icons.ts'
import { RenameForm } from '../ui/RenameForm.tsx'

/** One thing that a person keeps by name: what opens it, and its two actions; its form while it is renamed. */
export const NamedItem = ({
  name,
  className,
  labels,
  renaming,
  onRenaming,
  problemOf,
  onRename,
  onDelete,
  children,
}: {
  name: string
  className: string | undefined
  labels: { rinomina: (name: string) => string; elimina: (name: string) => string }
  renaming: boolean
  onRenaming: (renaming: boolean) => void
  problemOf: (name: string) => string | null
  onRename: (name: string) => Promise<boolean>
  onDelete: () => void
  children: ReactNode
}) =>
  renaming ? (
    <li>
      <RenameForm name={name} problemOf={problemOf} onRename={onRename} onDone={() => onRenaming(false)} />
    </li>
  ) : (
    <li className={className}>
      {children}
      <IconAction label={labels.rinomina(name)} icon={<IconEdit size={20} />} onClick={() => onRenaming(true)} />
      <IconAction label={labels.elimina(name)} icon={<IconDelete size={20} />} onClick={onDelete} />
    </li>
  )
