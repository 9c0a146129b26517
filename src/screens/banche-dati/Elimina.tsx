import { useState } from 'react'
import { useSnapshot } from 'valtio'
import type { BancaLocale } from '#contract/database'
import { rete } from '../../state/rete.ts'
import { banche as testi } from '../../text/banche.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import css from './banche.module.css'

/** Only from this device, or also from the account's list (D15). */
export function Elimina({
  banca,
  onChiudi,
  onElimina,
}: {
  banca: BancaLocale
  onChiudi: () => void
  onElimina: (dallaLista: boolean) => void
}) {
  const { online } = useSnapshot(rete)
  const qui = banca.stato !== 0
  const [dallaLista, setDallaLista] = useState(!qui)
  const opzione = (valore: boolean, titolo: string, nota: string, spenta: boolean) => (
    <label className={css.opzione}>
      <input
        type="radio"
        name="elimina"
        checked={dallaLista === valore}
        disabled={spenta}
        onChange={() => setDallaLista(valore)}
      />
      <b>{titolo}</b>
      <small>{nota}</small>
    </label>
  )
  return (
    <Dialog
      titolo={testi.elimina_titolo}
      onChiudi={onChiudi}
      azioni={
        <>
          <Button onClick={onChiudi} data-primo>
            {testi.annulla}
          </Button>
          <Button variante="pericolo" disabled={dallaLista && !online} onClick={() => onElimina(dallaLista)}>
            {testi.elimina_conferma}
          </Button>
        </>
      }
    >
      <p>{testi.elimina_testo(banca.concorso)}</p>
      <div className={css.scelta} role="radiogroup" aria-label={testi.elimina_titolo}>
        {qui && opzione(false, testi.elimina_locale, testi.elimina_locale_nota, false)}
        {opzione(true, testi.elimina_tutto, testi.elimina_tutto_nota, !online)}
      </div>
    </Dialog>
  )
}
