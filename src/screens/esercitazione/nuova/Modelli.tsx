import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { ModelloProva } from '#contract/prova'
import { showToast } from '../../../app/notices.ts'
import {
  deleteModello,
  findModello,
  keepModello,
  loadModelli,
  modelliState,
  renameModello,
} from '../../../features/prove/modelli.ts'
import { nuovaProvaText, modelliProvaText as testi } from '../../../features/prove/nuova-text.ts'
import { Button } from '../../../ui/Button.tsx'
import { Muted } from '../../../ui/base.tsx'
import { Field } from '../../../ui/Field.tsx'
import { IconDelete, IconEdit } from '../../../ui/icons.ts'
import { RenameForm } from '../../../ui/RenameForm.tsx'
import { Sheet } from '../../../ui/Sheet.tsx'
import { type Modulo, readModulo } from './modulo.ts'
import css from './nuova.module.css'

/** The trials that the person keeps: use one, keep this one, rename, delete. */
export function Modelli({
  modulo,
  onUsa,
  onChiudi,
}: {
  modulo: Modulo
  onUsa: (m: Modulo) => void
  onChiudi: () => void
}) {
  const elenco = useSnapshot(modelliState).list as ModelloProva[]
  const [rinomina, setRinomina] = useState<string | null>(null)
  useEffect(() => void loadModelli(), [])
  return (
    <Sheet title={testi.titolo} onClose={onChiudi}>
      <Salva modulo={modulo} onSalvata={onChiudi} />
      {elenco.length === 0 && <Muted small>{testi.vuoti}</Muted>}
      <ul className={css.modelli}>
        {elenco.map((m) =>
          rinomina === m.id ? (
            <li key={m.id}>
              <RenameForm
                name={m.nome}
                problemOf={(nome) => {
                  const altro = findModello(nome)
                  return altro && altro.id !== m.id ? testi.nome_preso : null
                }}
                onRename={(nome) => renameModello(m, nome)}
                onDone={() => setRinomina(null)}
              />
            </li>
          ) : (
            <li key={m.id} className={css.unModello}>
              <button
                type="button"
                className={css.voce}
                aria-label={testi.usa(m.nome)}
                onClick={() => {
                  const letto = readModulo(m.dati)
                  if (letto) onUsa(letto)
                  onChiudi()
                }}
              >
                <b>{m.nome}</b>
              </button>
              <Button
                variant="fantasma"
                size="sm"
                iconOnly
                label={testi.rinomina(m.nome)}
                icon={<IconEdit size={20} />}
                onClick={() => setRinomina(m.id)}
              />
              <Button
                variant="fantasma"
                size="sm"
                iconOnly
                label={testi.elimina(m.nome)}
                icon={<IconDelete size={20} />}
                onClick={() => {
                  // The notice that takes it back stands behind every sheet.
                  onChiudi()
                  void deleteModello(m, testi.eliminata(m.nome))
                }}
              />
            </li>
          ),
        )}
      </ul>
    </Sheet>
  )
}

function Salva({ modulo, onSalvata }: { modulo: Modulo; onSalvata: () => void }) {
  const [nome, setNome] = useState('')
  const [vuoto, setVuoto] = useState(false)
  const altra = nome.trim() === '' ? null : findModello(nome)
  return (
    <form
      className={css.modulo}
      noValidate
      onSubmit={async (e) => {
        e.preventDefault()
        const pulito = nome.trim()
        setVuoto(pulito === '')
        if (pulito === '' || !(await keepModello(pulito, modulo))) return
        showToast({ text: testi.salvata(pulito) })
        onSalvata()
      }}
    >
      <h3>{nuovaProvaText.salva}</h3>
      <Field
        label={testi.nome}
        placeholder={testi.nome_esempio}
        value={nome}
        maxLength={80}
        error={vuoto ? testi.nome_mancante : null}
        {...(altra && { help: testi.esiste })}
        onChange={(e) => {
          setNome(e.currentTarget.value)
          setVuoto(false)
        }}
      />
      <Button type="submit" variant="primario">
        {altra ? testi.sostituisci : testi.salva_bottone}
      </Button>
    </form>
  )
}
