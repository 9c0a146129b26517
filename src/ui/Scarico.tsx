import type { Failure } from '#contract/result'
import { scarico as testi } from '../text/banche.ts'
import { fraseErrore } from '../text/errori.ts'
import { dimensione, durata, percento } from '../text/formati.ts'
import { Button } from './Button.tsx'
import { Digits, Muted, Row, Stack } from './base.tsx'
import { FieldError } from './Field.tsx'
import { IconRetry } from './icone.ts'
import { Progress } from './Misure.tsx'

export type ScaricoVista = {
  nome: string
  fase: 'richiesta' | 'domande' | 'verifica' | 'immagini' | 'registrazione' | 'interrotto'
  /** Bytes. */
  ricevuti: number
  totali: number
  /** Bytes a second; null until it is known. */
  velocita: number | null
  guasto: Failure | null
}

/** A download as it goes: bytes, speed, time left, a way to stop it and, after a cut, to go on. */
export function Scarico({
  vista,
  conNome = false,
  onAnnulla,
  onRiprendi,
}: {
  vista: ScaricoVista
  conNome?: boolean
  onAnnulla: () => void
  onRiprendi: () => void
}) {
  const { fase, ricevuti, totali, velocita, guasto, nome } = vista
  const quota = totali > 0 ? Math.min(100, Math.floor((100 * ricevuti) / totali)) : 0
  const interrotto = fase === 'interrotto'
  const inTransito = fase === 'domande' || fase === 'immagini'
  const resta = velocita && inTransito ? (totali - ricevuti) / velocita : null
  const note = [
    totali > 0 && (inTransito || interrotto) ? testi.di(dimensione(ricevuti), dimensione(totali)) : null,
    velocita && inTransito ? testi.al_secondo(dimensione(velocita)) : null,
    resta !== null && resta > 1 ? durata(resta) : null,
  ].filter((n) => n !== null)
  return (
    <Stack>
      <Row ai_lati>
        <b>{conNome ? nome : testi[fase]}</b>
        {totali > 0 && <Digits>{percento(quota)}</Digits>}
      </Row>
      <Progress etichetta={testi.barra(nome)} {...(totali > 0 || interrotto ? { valore: quota } : {})} />
      {(conNome || note.length > 0) && (
        <Muted piccolo>{[conNome ? testi[fase] : null, ...note].filter(Boolean).join(' · ')}</Muted>
      )}
      {guasto && <FieldError testo={fraseErrore(guasto).testo} />}
      <Row a_capo>
        {interrotto && (
          <Button misura="sm" variante="primario" icona={<IconRetry size={16} />} onClick={onRiprendi}>
            {testi.riprendi}
          </Button>
        )}
        <Button misura="sm" variante={interrotto ? 'fantasma' : 'bordo'} onClick={onAnnulla}>
          {interrotto ? testi.piu_tardi : testi.annulla}
        </Button>
      </Row>
    </Stack>
  )
}
