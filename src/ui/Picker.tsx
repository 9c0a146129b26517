import { useId, useState } from 'react'
import { fieldText } from '../text/common.ts'
import { Button } from './Button.tsx'
import { Muted } from './base.tsx'
import { cx } from './cx.ts'
import { Dialog } from './Dialog.tsx'
import { RadioBox, SearchField } from './Field.tsx'
import { IconDown } from './icons.ts'
import css from './Picker.module.css'

export type PickerItem = { value: string; text: string }

/** Lists of this length get a search box. */
const SEARCH_FROM = 9

const withoutAccents = (s: string) =>
  s
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLocaleLowerCase('it')

/**
 * Choice of one among many: a button that opens a dialog with a list, the whole screen on a phone. Screen readers of phones
 * follow a combobox badly.
 */
export function Picker({
  label,
  allLabel,
  items,
  value,
  onSelect,
}: {
  label: string
  /** Words for no choice, e.g. "Tutti gli enti". */
  allLabel: string
  items: readonly PickerItem[]
  value: string | null
  onSelect: (value: string | null) => void
}) {
  const [open, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const [draft, setDraft] = useState(value)
  const name = useId()
  const chosen = items.find((v) => v.value === value)
  const searched = withoutAccents(search.trim())
  const found = searched === '' ? items : items.filter((v) => withoutAccents(v.text).includes(searched))
  const openPicker = () => {
    setDraft(value)
    setSearch('')
    setOpen(true)
  }
  const commit = (v: string | null) => {
    onSelect(v)
    setOpen(false)
  }
  const item = (v: PickerItem | null) => {
    const own = v?.value ?? null
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has the radio, Enter and the button below
      <label
        className={css.voce}
        key={own ?? ''}
        // A touch chooses and closes; the arrow keys only move, their clicks have no pointer.
        onClick={(e) => (e.nativeEvent as PointerEvent).pointerType && commit(own)}
      >
        <RadioBox
          name={name}
          data-primo={own === value || undefined}
          checked={own === draft}
          onChange={() => setDraft(own)}
          onKeyDown={(e) => e.key === 'Enter' && commit(own)}
        />
        <span>{v?.text ?? allLabel}</span>
      </label>
    )
  }
  return (
    <>
      <button
        type="button"
        className={cx(css.bottone, chosen && css.attivo)}
        aria-haspopup="dialog"
        onClick={openPicker}
      >
        <span>
          <small>{label}</small>
          <b>{chosen?.text ?? allLabel}</b>
        </span>
        <IconDown size={20} />
      </button>
      {open && (
        <Dialog
          title={label}
          size="pieno"
          onClose={() => setOpen(false)}
          actions={
            <Button variant="primario" onClick={() => commit(draft)}>
              {fieldText.scegli}
            </Button>
          }
        >
          {items.length >= SEARCH_FROM && (
            <SearchField
              label={fieldText.cerca_in(label)}
              placeholder={fieldText.cerca}
              value={search}
              onSearch={setSearch}
            />
          )}
          <div className={css.lista} role="radiogroup" aria-label={label}>
            {searched === '' && item(null)}
            {found.map(item)}
          </div>
          <Muted small role="status">
            {searched !== '' && fieldText.trovate(found.length)}
          </Muted>
        </Dialog>
      )}
    </>
  )
}
