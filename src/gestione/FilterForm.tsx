import type { FormEvent, ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import { Button } from '../ui/Button.tsx'
import { IconFilter } from '../ui/icons.ts'
import { SelectField } from '../ui/LongFields.tsx'
import css from './gestione.module.css'
import { filterText } from './text.ts'

/** A filter with few values; `options`: their names. */
export const FilterSelect = <K extends string>({
  label,
  name,
  chosen,
  options,
  all = filterText.tutti,
}: {
  label: string
  name: string
  chosen: K | null | undefined
  options: Readonly<Record<K, string>>
  all?: string
}) => (
  <SelectField label={label} name={name} defaultValue={chosen ?? ''}>
    <option value="">{all}</option>
    {Object.entries<string>(options).map(([value, text]) => (
      <option key={value} value={value}>
        {text}
      </option>
    ))}
  </SelectField>
)

/** Filters of a screen: the values of its fields enter the address `path`, beside the `fixed` ones. */
export function FilterForm({
  path,
  names,
  fixed = [],
  children,
}: {
  path: string
  names: readonly string[]
  fixed?: readonly [string, string][]
  children: ReactNode
}) {
  const search = useSearch()
  const [, navigate] = useLocation()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const chosen = names.flatMap((name): [string, string][] => {
      const value = String(data.get(name) ?? '').trim()
      return value === '' ? [] : [[name, value]]
    })
    const query = String(new URLSearchParams([...fixed, ...chosen]))
    navigate(query === '' ? path : `${path}?${query}`)
  }
  return (
    <form key={search} className={css.filtri} onSubmit={submit} aria-label={filterText.filtri}>
      {children}
      <Button type="submit" icon={<IconFilter size={20} />}>
        {filterText.filtra}
      </Button>
    </form>
  )
}
