import { useEffect, useRef, useState } from 'react'
import type { Domanda } from '#contract/database'
import { readNota, saveNota } from '../../state/domanda-altro.ts'
import { nota as testi } from '../../text/domanda-altro.ts'
import { Button } from '../../ui/Button.tsx'
import { Muted, Row } from '../../ui/base.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { IconCheck, IconRetry } from '../../ui/icone.ts'
import css from './altri.module.css'

/** As the store takes it. */
const MASSIMA = 4_000
/** From the last key to the writing, milliseconds. */
const ATTESA_MS = 600

type Stato = 'vuota' | 'salvo' | 'salvata' | 'guasta'

/** The person's own note of a question: it saves itself, and says so. Closing saves what is still to be saved. */
export function Nota({ domanda, onChiudi }: { domanda: Domanda; onChiudi: () => void }) {
  const { id_domanda, id_concorso } = domanda
  const [testo, setTesto] = useState<string | null>(null)
  const [stato, setStato] = useState<Stato>('vuota')
  const sospesa = useRef<{ testo: string; timer: ReturnType<typeof setTimeout> } | null>(null)
  useEffect(() => {
    let vivo = true
    void readNota({ id_domanda, id_concorso }).then((esito) => {
      if (!vivo) return
      setTesto(esito.ok ? esito.valore : '')
      setStato(!esito.ok ? 'guasta' : esito.valore === '' ? 'vuota' : 'salvata')
    })
    return () => {
      vivo = false
      const resta = sospesa.current
      if (!resta) return
      clearTimeout(resta.timer)
      void saveNota({ id_domanda, id_concorso }, resta.testo)
    }
  }, [id_domanda, id_concorso])
  const salva = async (nuovo: string) => {
    sospesa.current = null
    const esito = await saveNota({ id_domanda, id_concorso }, nuovo)
    // Typed meanwhile: the next writing will say.
    if (sospesa.current === null) setStato(!esito.ok ? 'guasta' : nuovo.trim() === '' ? 'vuota' : 'salvata')
  }
  const scrivi = (nuovo: string) => {
    setTesto(nuovo)
    setStato('salvo')
    if (sospesa.current) clearTimeout(sospesa.current.timer)
    sospesa.current = { testo: nuovo, timer: setTimeout(() => void salva(nuovo), ATTESA_MS) }
  }
  return (
    <Dialog titolo={testi.titolo} onChiudi={onChiudi}>
      <label className={css.campo}>
        {testi.etichetta}
        <textarea
          className={css.testo}
          data-primo
          value={testo ?? ''}
          readOnly={testo === null}
          maxLength={MASSIMA}
          onChange={(e) => scrivi(e.currentTarget.value)}
        />
      </label>
      <Row ai_lati a_capo>
        <Muted piccolo>{testi.aiuto}</Muted>
        <Row>
          {stato === 'salvata' && <IconCheck size={16} />}
          <span role="status" className={stato === 'guasta' ? css.errore : undefined}>
            {{ vuota: testi.vuota, salvo: testi.salvo, salvata: testi.salvata, guasta: testi.non_salvata }[stato]}
          </span>
        </Row>
      </Row>
      {stato === 'guasta' && (
        <div>
          <Button misura="sm" icona={<IconRetry size={16} />} onClick={() => void salva(testo ?? '')}>
            {testi.riprova}
          </Button>
        </div>
      )}
    </Dialog>
  )
}
