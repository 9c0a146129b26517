import { useState } from 'react'
import { MOTIVI, type Motivo } from '#contract/segnalazione'
import { sendSegnalazione } from '../../features/sedute/domanda-extra.ts'
import { reportText as testi } from '../../features/sedute/domanda-text.ts'
import { errorMessage } from '../../text/errors.ts'
import { Button } from '../../ui/Button.tsx'
import { Muted } from '../../ui/base.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import css from './altri.module.css'

const NOTA_MASSIMA = 1_000

/** Reports a question: a reason, and a note if one wants. What was written stays until it went. */
export function Segnala({ id_domanda, onChiudi }: { id_domanda: number; onChiudi: () => void }) {
  const [motivo, setMotivo] = useState<Motivo | null>(null)
  const [nota, setNota] = useState('')
  const [errore, setErrore] = useState<string | null>(null)
  const [stato, setStato] = useState<'scrivo' | 'invio' | 'inviata'>('scrivo')
  const invia = async () => {
    setStato('invio')
    setErrore(null)
    const esito = await sendSegnalazione(id_domanda, motivo, nota)
    setStato(esito.ok ? 'inviata' : 'scrivo')
    if (esito.ok) return
    const { codice } = esito.error
    setErrore(
      codice === 'MISSING_REQUIRED_PARAM' && motivo === null
        ? testi.manca
        : codice === 'RETE_ASSENTE'
          ? testi.offline
          : errorMessage(esito.error).text,
    )
  }
  if (stato === 'inviata')
    return (
      <Dialog
        title={testi.titolo}
        onClose={onChiudi}
        actions={
          <Button variant="primario" data-primo onClick={onChiudi}>
            {testi.chiudi}
          </Button>
        }
      >
        <p role="status">{testi.grazie}</p>
      </Dialog>
    )
  return (
    <Dialog
      title={testi.titolo}
      onClose={onChiudi}
      actions={
        <>
          <Button onClick={onChiudi}>{testi.annulla}</Button>
          <Button variant="primario" busy={stato === 'invio'} onClick={() => void invia()}>
            {testi.invia}
          </Button>
        </>
      }
    >
      <Muted small>{testi.testo}</Muted>
      <fieldset className={css.motivi}>
        <legend>{testi.motivo}</legend>
        {MOTIVI.map((m) => (
          <label key={m} className={css.motivo}>
            <input type="radio" name="motivo" value={m} checked={motivo === m} onChange={() => setMotivo(m)} />
            <span>{testi.motivi[m]}</span>
          </label>
        ))}
      </fieldset>
      <label className={css.campo}>
        {testi.nota}
        <textarea
          className={css.testo}
          value={nota}
          maxLength={NOTA_MASSIMA}
          onChange={(e) => setNota(e.currentTarget.value)}
        />
      </label>
      <p role="alert" className={css.errore}>
        {errore}
      </p>
    </Dialog>
  )
}
