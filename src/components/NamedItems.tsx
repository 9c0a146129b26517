import { type ReactNode, useState } from 'react'
import { IconAction } from '../ui/Button.tsx'
import { IconDelete, IconEdit } from '../ui/icons.ts'
import { RenameForm } from '../ui/RenameForm.tsx'

type Named = { id: string; nome: string }
type Labels = {
  nome_preso: string
  rinomina: (name: string) => string
  elimina: (name: string) => string
  eliminata: (name: string) => string
}

/** List of things that a person keeps by name, each with its opener, its two actions, and its form while it is renamed. */
export function NamedItems<T extends Named>({
  list,
  className,
  itemClassName,
  labels,
  find,
  onRename,
  onDelete,
  children,
}: {
  list: readonly T[]
  className: string | undefined
  itemClassName: string | undefined
  labels: Labels
  /** Returns the item that has a name. */
  find: (name: string) => Named | null | undefined
  onRename: (item: T, name: string) => Promise<boolean>
  /** `said` is the notice with the undo, which stands behind every sheet. */
  onDelete: (item: T, said: string) => void
  children: (item: T) => ReactNode
}) {
  const [renaming, setRenaming] = useState<string | null>(null)
  const problemOf = (item: T) => (name: string) => {
    const taken = find(name)
    return taken && taken.id !== item.id ? labels.nome_preso : null
  }
  return (
    <ul className={className}>
      {list.map((item) =>
        renaming === item.id ? (
          <li key={item.id}>
            <RenameForm
              name={item.nome}
              problemOf={problemOf(item)}
              onRename={(name) => onRename(item, name)}
              onDone={() => setRenaming(null)}
            />
          </li>
        ) : (
          <li key={item.id} className={itemClassName}>
            {children(item)}
            <IconAction
              label={labels.rinomina(item.nome)}
              icon={<IconEdit size={20} />}
              onClick={() => setRenaming(item.id)}
            />
            <IconAction
              label={labels.elimina(item.nome)}
              icon={<IconDelete size={20} />}
              onClick={() => onDelete(item, labels.eliminata(item.nome))}
            />
          </li>
        ),
      )}
    </ul>
  )
}
