import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { FiltroSalvato } from '#contract/database'
import { NamedItems } from '../../components/NamedItems.tsx'
import { nameTopics, topicsState } from '../../domain/topics.ts'
import { newSeed } from '../../platform/ids.ts'
import { showToast } from '../../session/notices.ts'
import { savedRicercheText as texts } from '../../text/ricerca.ts'
import { Button } from '../../ui/Button.tsx'
import { Muted, Row } from '../../ui/base.tsx'
import { Field } from '../../ui/Field.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { activeFilters } from './active-filters.ts'
import { fromRicercaFiltro, type RicercaFilters, toRicercaFiltro } from './filters.ts'
import css from './saved.module.css'
import {
  deleteFilter,
  findSavedFilter,
  loadSavedFilters,
  renameFilter,
  savedFilters,
  saveFilter,
} from './saved-state.ts'

/** Describes a saved search in a line. */
function filtersInWords(f: RicercaFilters): string {
  const words = f.testo.trim() === '' ? [] : [`«${f.testo.trim()}»`]
  return (
    [...words, ...activeFilters(f, null, nameTopics(topicsState.value?.elementi ?? [])).map((e) => e.name)].join(
      ' · ',
    ) || texts.tutte
  )
}

/** Searches that the person keeps, to open, rename or delete, and a way to keep this one. */
export function SavedRicerche({
  filters,
  onOpen,
  onClose,
}: {
  filters: RicercaFilters
  onOpen: (filters: RicercaFilters) => void
  onClose: () => void
}) {
  const { list } = useSnapshot(savedFilters)
  useEffect(() => void loadSavedFilters(), [])
  return (
    <Sheet title={texts.titolo} onClose={onClose}>
      <SaveForm filters={filters} onSaved={onClose} />
      {list.length === 0 ? (
        <Muted small>{texts.vuote}</Muted>
      ) : (
        <NamedItems
          list={list as FiltroSalvato[]}
          className={css.elenco}
          itemClassName={css.voce}
          labels={texts}
          find={findSavedFilter}
          onRename={renameFilter}
          onDelete={(f, said) => {
            onClose()
            void deleteFilter(f, said)
          }}
        >
          {(f) => (
            <button
              type="button"
              className={css.apri}
              aria-label={texts.apri(f.nome)}
              onClick={() => {
                onOpen(fromRicercaFiltro(f.filtro, f.ordine, newSeed() % 1_000_000_000))
                onClose()
              }}
            >
              <b>{f.nome}</b>
              <span>{filtersInWords(fromRicercaFiltro(f.filtro, f.ordine, 0))}</span>
            </button>
          )}
        </NamedItems>
      )}
    </Sheet>
  )
}

function SaveForm({ filters, onSaved }: { filters: RicercaFilters; onSaved: () => void }) {
  const [name, setName] = useState('')
  const [empty, setEmpty] = useState(false)
  const [busy, setBusy] = useState(false)
  const existing = name.trim() === '' ? null : findSavedFilter(name)
  const save = async () => {
    setEmpty(name.trim() === '')
    if (name.trim() === '') return
    setBusy(true)
    const saved = await saveFilter(name.trim(), { filtro: toRicercaFiltro(filters), ordine: filters.ordine })
    setBusy(false)
    if (!saved) return
    showToast({ text: texts.salvata(name.trim()) })
    onSaved()
  }
  return (
    <form
      className={css.salva}
      noValidate
      onSubmit={(e) => {
        e.preventDefault()
        void save()
      }}
    >
      <h3>{texts.salva}</h3>
      <Muted small>{filtersInWords(filters)}</Muted>
      <Row>
        <div className={css.campo}>
          <Field
            label={texts.nome}
            placeholder={texts.nome_esempio}
            value={name}
            maxLength={80}
            error={empty ? texts.nome_mancante : null}
            {...(existing && { help: texts.esiste })}
            onChange={(e) => {
              setName(e.currentTarget.value)
              setEmpty(false)
            }}
          />
        </div>
      </Row>
      <Button type="submit" variant="primario" busy={busy}>
        {existing ? texts.sostituisci : texts.salva_bottone}
      </Button>
    </form>
  )
}
