import { useSnapshot } from 'valtio'
import { PAUSE_AVANTI, preferenze, setPausaAvanti } from '../../state/preferenze.ts'
import { passo as testi } from '../../text/domanda-altro.ts'
import { Muted } from '../../ui/base.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Segmented } from '../../ui/Segmented.tsx'

/** How long a right answer stays before the next question comes by itself [EX4]. */
export function Passo({ onChiudi }: { onChiudi: () => void }) {
  const { pausa_avanti } = useSnapshot(preferenze)
  return (
    <Dialog titolo={testi.titolo} onChiudi={onChiudi}>
      <Muted piccolo>{testi.testo}</Muted>
      <Segmented
        legenda={testi.durata}
        legendaVisibile={false}
        opzioni={PAUSE_AVANTI.map((ms) => ({ valore: String(ms), testo: testi.secondi(ms) }))}
        valore={String(pausa_avanti)}
        onScegli={(ms) => setPausaAvanti(Number(ms))}
      />
    </Dialog>
  )
}
