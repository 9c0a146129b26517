import { useState } from 'react'
import { posizioneGiusta } from '#rules/esito'
import { stripHtml } from '#rules/testo'
import type { RigaRiepilogo } from '../../state/riepilogo.ts'
import { numero } from '../../text/formati.ts'
import { riepilogo as testi } from '../../text/riepilogo.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, Muted } from '../../ui/base.tsx'
import { IconCheck, IconDown, IconX } from '../../ui/icone.ts'
import css from './riepilogo.module.css'

const PAGINA = 20

/** The wrong answers, each with the right one. */
export function Sbagliate({ righe }: { righe: readonly RigaRiepilogo[] }) {
  const [quante, setQuante] = useState(PAGINA)
  const errate = righe.filter((r) => r.risposta?.esito === 'errata')
  if (!righe.some((r) => r.risposta)) return null
  return (
    <Card aria-labelledby="sbagliate" className={css.elenco}>
      <h2 id="sbagliate">{testi.sbagliate}</h2>
      {errate.length === 0 && <Muted>{testi.nessuna_sbagliata}</Muted>}
      {errate.slice(0, quante).map((r) => (
        <Sbagliata key={r.indice} riga={r} />
      ))}
      {errate.length > quante && (
        <Button misura="sm" onClick={() => setQuante(quante + PAGINA)}>
          {testi.altre(errate.length - quante)}
        </Button>
      )}
    </Card>
  )
}

function Sbagliata({ riga }: { riga: RigaRiepilogo }) {
  const { domanda, indice, risposta } = riga
  const bare = (testo: string) => (domanda.html ? stripHtml(testo) : testo)
  const giusta = posizioneGiusta(domanda)
  return (
    <details className={css.sbagliata}>
      <summary>
        <b>{numero(indice + 1)}</b>
        <span>{bare(domanda.testo)}</span>
        <IconDown size={20} />
      </summary>
      <dl>
        {giusta !== null && (
          <div className={css.era}>
            <IconCheck size={16} />
            <dt>{testi.giusta}</dt>
            <dd>{bare(domanda.risposte[giusta - 1] ?? '')}</dd>
          </div>
        )}
        {risposta && (
          <div className={css.mia}>
            <IconX size={16} />
            <dt>{testi.tua}</dt>
            <dd>{bare(domanda.risposte[risposta.risposta - 1] ?? '')}</dd>
          </div>
        )}
      </dl>
    </details>
  )
}
