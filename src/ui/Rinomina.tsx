import { useState } from 'react'
import { rinomina as testi } from '../text/comuni.ts'
import { Button } from './Button.tsx'
import { Row, Stack } from './base.tsx'
import { Field } from './Field.tsx'

/** Most characters of a name that a person gives. */
const NOME_MASSIMO = 80

/** Gives another name to something that the person keeps. `difetto`: why a name cannot be, null when it can. */
export function Rinomina({
  nome: era,
  difetto,
  onRinomina,
  onFine,
}: {
  nome: string
  difetto: (nome: string) => string | null
  /** Answers whether it was done: it stays open when it was not. */
  onRinomina: (nome: string) => Promise<boolean>
  onFine: () => void
}) {
  const [nome, setNome] = useState(era)
  const [inCorso, setInCorso] = useState(false)
  const pulito = nome.trim()
  const errore = pulito === '' ? testi.nome_mancante : difetto(pulito)
  const rename = async () => {
    if (errore !== null || inCorso) return
    setInCorso(true)
    const fatto = await onRinomina(pulito)
    setInCorso(false)
    if (fatto) onFine()
  }
  return (
    <form
      noValidate
      onSubmit={(e) => {
        e.preventDefault()
        void rename()
      }}
    >
      <Stack>
        <Field
          etichetta={testi.nome}
          value={nome}
          maxLength={NOME_MASSIMO}
          autoFocus
          errore={errore}
          onChange={(e) => setNome(e.currentTarget.value)}
        />
        <Row a_capo>
          <Button type="submit" variante="tenue" misura="sm" inCorso={inCorso}>
            {testi.conferma}
          </Button>
          <Button variante="fantasma" misura="sm" onClick={onFine}>
            {testi.annulla}
          </Button>
        </Row>
      </Stack>
    </form>
  )
}
