import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { ModelloProva } from '#contract/prova'
import { showToast } from '../../../state/avvisi.ts'
import {
  deleteModello,
  findModello,
  keepModello,
  loadModelli,
  modelli,
  renameModello,
} from '../../../state/modelli-prova.ts'
import { nuovaProva, modelliProva as testi } from '../../../text/nuova-prova.ts'
import { Button } from '../../../ui/Button.tsx'
import { Muted } from '../../../ui/base.tsx'
import { Field } from '../../../ui/Field.tsx'
import { IconDelete, IconEdit } from '../../../ui/icone.ts'
import { Rinomina } from '../../../ui/Rinomina.tsx'
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
  const elenco = useSnapshot(modelli).elenco as ModelloProva[]
  const [rinomina, setRinomina] = useState<string | null>(null)
  useEffect(() => void loadModelli(), [])
  return (
    <Sheet titolo={testi.titolo} onChiudi={onChiudi}>
      <Salva modulo={modulo} onSalvata={onChiudi} />
      {elenco.length === 0 && <Muted piccolo>{testi.vuoti}</Muted>}
      <ul className={css.modelli}>
        {elenco.map((m) =>
          rinomina === m.id ? (
            <li key={m.id}>
              <Rinomina
                nome={m.nome}
                difetto={(nome) => {
                  const altro = findModello(nome)
                  return altro && altro.id !== m.id ? testi.nome_preso : null
                }}
                onRinomina={(nome) => renameModello(m, nome)}
                onFine={() => setRinomina(null)}
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
                variante="fantasma"
                misura="sm"
                quadrato
                etichetta={testi.rinomina(m.nome)}
                icona={<IconEdit size={20} />}
                onClick={() => setRinomina(m.id)}
              />
              <Button
                variante="fantasma"
                misura="sm"
                quadrato
                etichetta={testi.elimina(m.nome)}
                icona={<IconDelete size={20} />}
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
        showToast({ testo: testi.salvata(pulito) })
        onSalvata()
      }}
    >
      <h3>{nuovaProva.salva}</h3>
      <Field
        etichetta={testi.nome}
        placeholder={testi.nome_esempio}
        value={nome}
        maxLength={80}
        errore={vuoto ? testi.nome_mancante : null}
        {...(altra && { aiuto: testi.esiste })}
        onChange={(e) => {
          setNome(e.currentTarget.value)
          setVuoto(false)
        }}
      />
      <Button type="submit" variante="primario">
        {altra ? testi.sostituisci : testi.salva_bottone}
      </Button>
    </form>
  )
}
