import { useState } from 'react'
import { useLocation } from 'wouter'
import { showGuasto } from '../../state/avvisi.ts'
import { hrefSeduta } from '../../state/indirizzi.ts'
import { startScelte } from '../../state/ricerca.ts'
import { ricerca as testi } from '../../text/ricerca.ts'
import { Button } from '../../ui/Button.tsx'
import { IconPlay, IconX } from '../../ui/icone.ts'
import css from './ricerca.module.css'
import type { Selezione } from './useSelezione.ts'

/** What to do with the questions selected: under the thumb, as long as there are any. */
export function Azioni({ n, selezione }: { n: number; selezione: Selezione }) {
  const [, navigate] = useLocation()
  const [inCorso, setInCorso] = useState(false)
  const start = async () => {
    setInCorso(true)
    const esito = await startScelte(selezione.ids())
    setInCorso(false)
    if (esito.ok) navigate(hrefSeduta(esito.value))
    else showGuasto(esito.error, { riprova: () => void start() })
  }
  return (
    <section className={css.azioni} aria-label={testi.azioni} data-dock>
      <Button
        variante="fantasma"
        misura="sm"
        quadrato
        etichetta={testi.deseleziona}
        icona={<IconX size={20} />}
        onClick={selezione.none}
      />
      <p role="status">
        <b>{testi.selezionate(selezione.n)}</b>
        <span>{testi.su(n)}</span>
      </p>
      <Button inCorso={inCorso} icona={<IconPlay size={20} />} onClick={() => void start()}>
        {testi.esercitati}
      </Button>
    </section>
  )
}
