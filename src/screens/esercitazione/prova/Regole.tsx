import type { TestaProva } from '../../../features/prove/prova-state.ts'
import { regoleText as testi } from '../../../text/prova.ts'
import { navigationLines, scoringLines, sezioniLines } from '../../../text/regolamento-lines.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import css from './prova.module.css'

/** The rules, before the first question and whenever they are asked for. */
export function Regole({ testa, n, onChiudi }: { testa: TestaProva; n: number; onChiudi: () => void }) {
  const { regole, tempo_aggiuntivo, durata } = testa
  const righe = [
    testi.domande(n),
    durata === null ? testi.senza_durata : testi.durata(durata),
    ...(tempo_aggiuntivo > 0 && durata !== null ? [testi.tempo_in_piu(tempo_aggiuntivo)] : []),
    ...sezioniLines(regole, tempo_aggiuntivo, new Set(testa.sezioni)),
    ...(testa.fini ? [testi.sezioni] : []),
    ...scoringLines(regole),
    ...navigationLines(regole),
    regole.pausa ? testi.pausa : testi.senza_pausa,
    ...(regole.pausa && testa.simulazione ? [testi.pausa_con_rete] : []),
  ]
  return (
    <Dialog
      title={testa.nome ?? testi.titolo}
      onClose={onChiudi}
      actions={
        <Button variant="primario" data-primo onClick={onChiudi}>
          {testi.ho_capito}
        </Button>
      }
    >
      <ul className={css.regole}>
        {righe.map((riga) => (
          <li key={riga}>{riga}</li>
        ))}
      </ul>
    </Dialog>
  )
}
