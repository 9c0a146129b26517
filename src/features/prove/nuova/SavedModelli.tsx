import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { ModelloProva } from '#contract/prova'
import { NamedItems } from '../../../components/NamedItems.tsx'
import { showToast } from '../../../session/notices.ts'
import { Button } from '../../../ui/Button.tsx'
import { Muted } from '../../../ui/base.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Sheet } from '../../../ui/Sheet.tsx'
import { deleteModello, findModello, keepModello, loadModelli, modelliState, renameModello } from '../modelli.ts'
import { nuovaProvaText, modelliProvaText as testi } from '../nuova-text.ts'
import { type FormState, readForm } from './form-state.ts'
import css from './nuova.module.css'

/** Trials that the person keeps, to use, rename or delete, and a way to keep this one. */
export function SavedModelli({
  form,
  onUse,
  onClose,
}: {
  form: FormState
  onUse: (m: FormState) => void
  onClose: () => void
}) {
  const list = useSnapshot(modelliState).list as ModelloProva[]
  useEffect(() => void loadModelli(), [])
  return (
    <Sheet title={testi.titolo} onClose={onClose}>
      <SaveModello form={form} onSaved={onClose} />
      {list.length === 0 && <Muted small>{testi.vuoti}</Muted>}
      <NamedItems
        list={list}
        className={css.modelli}
        itemClassName={css.unModello}
        labels={testi}
        find={findModello}
        onRename={renameModello}
        onDelete={(m, said) => {
          onClose()
          void deleteModello(m, said)
        }}
      >
        {(m) => (
          <button
            type="button"
            className={css.voce}
            aria-label={testi.usa(m.nome)}
            onClick={() => {
              const read = readForm(m.dati)
              if (read) onUse(read)
              onClose()
            }}
          >
            <b>{m.nome}</b>
          </button>
        )}
      </NamedItems>
    </Sheet>
  )
}

function SaveModello({ form, onSaved }: { form: FormState; onSaved: () => void }) {
  const [name, setName] = useState('')
  const [empty, setEmpty] = useState(false)
  const existing = name.trim() === '' ? null : findModello(name)
  return (
    <form
      className={css.modulo}
      noValidate
      onSubmit={async (e) => {
        e.preventDefault()
        const trimmed = name.trim()
        setEmpty(trimmed === '')
        if (trimmed === '' || !(await keepModello(trimmed, { dati: form }))) return
        showToast({ text: testi.salvata(trimmed) })
        onSaved()
      }}
    >
      <h3>{nuovaProvaText.salva}</h3>
      <Field
        label={testi.nome}
        placeholder={testi.nome_esempio}
        value={name}
        maxLength={80}
        error={empty ? testi.nome_mancante : null}
        {...(existing && { help: testi.esiste })}
        onChange={(e) => {
          setName(e.currentTarget.value)
          setEmpty(false)
        }}
      />
      <Button type="submit" variant="primario">
        {existing ? testi.sostituisci : testi.salva_bottone}
      </Button>
    </form>
  )
}
