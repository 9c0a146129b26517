import { sheetText } from '../../../text/foglio.ts'
import { regoleText as testi } from '../../../text/prova.ts'
import { navigationLines, scoringLines, sezioniLines } from '../../../text/regolamento-lines.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import type { TestaProva } from '../prova-state.ts'
import css from './prova.module.css'

/** Dialog of the rules, before the first question and on request. */
export function RegoleDialog({ head, n, onClose }: { head: TestaProva; n: number; onClose: () => void }) {
  const { regole, tempo_aggiuntivo, durata, foglio } = head
  const rows = [
    testi.domande(n),
    durata === null ? testi.senza_durata : testi.durata(durata),
    ...(tempo_aggiuntivo > 0 && durata !== null ? [testi.tempo_in_piu(tempo_aggiuntivo)] : []),
    ...sezioniLines(regole, tempo_aggiuntivo, new Set(head.sezioni)),
    ...(head.fini ? [testi.sezioni] : []),
    ...scoringLines(regole),
    ...(foglio ? [sheetText.regole(foglio)] : []),
    ...navigationLines(regole),
    ...(foglio ? [sheetText.regola_doppia(regole.risposta_multipla)] : []),
    regole.pausa ? testi.pausa : testi.senza_pausa,
    ...(regole.pausa && head.simulazione ? [testi.pausa_con_rete] : []),
  ]
  return (
    <Dialog
      title={head.nome ?? testi.titolo}
      onClose={onClose}
      actions={
        <Button variant="primario" data-primo onClick={onClose}>
          {testi.ho_capito}
        </Button>
      }
    >
      <ul className={css.regole}>
        {rows.map((row) => (
          <li key={row}>{row}</li>
        ))}
      </ul>
    </Dialog>
  )
}
