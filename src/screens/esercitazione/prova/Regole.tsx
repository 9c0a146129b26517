import { withTempoAggiuntivo } from '#rules/regolamento/durata'
import type { Punti, Regolamento } from '#rules/regolamento/tipi'
import type { TestaProva } from '../../../state/prova.ts'
import { regole as testi } from '../../../text/prova.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import css from './prova.module.css'

/** What one right, wrong and blank answer is worth, in words. */
export const dicePunti = (p: Punti): string =>
  p.tipo === 'fissi'
    ? testi.fissi(p.corretta, p.sbagliata, p.omessa)
    : p.tipo === 'per_risposta'
      ? testi.per_risposta
      : testi.per_difficolta

/** Points and thresholds, a line each; sections that are worth the same are told once. */
export function righePunteggi({ base, sezioni, ammissione, massimo }: Regolamento): string[] {
  const diverse = new Set(sezioni.map((s) => dicePunti(s.punti)))
  return [
    ...(base === 0 ? [] : [testi.base(base)]),
    ...(diverse.size === 1 ? diverse : sezioni.map((s) => `${s.nome}: ${dicePunti(s.punti)}`)),
    ...(ammissione.minimo === null ? [] : [testi.soglia(ammissione.minimo, massimo)]),
    ...(ammissione.minimo_per_sezione === null ? [] : [testi.soglia_sezioni(ammissione.minimo_per_sezione)]),
    ...sezioni.flatMap((s) => (s.sbarramento === null ? [] : [`${s.nome}: ${testi.soglia(s.sbarramento, null)}`])),
  ]
}

/** The rules, before the first question and whenever they are asked for. */
export function Regole({ testa, n, onChiudi }: { testa: TestaProva; n: number; onChiudi: () => void }) {
  const { regole, tempo_aggiuntivo, durata } = testa
  const righe = [
    testi.domande(n),
    durata === null ? testi.senza_durata : testi.durata(durata),
    ...(tempo_aggiuntivo > 0 && durata !== null ? [testi.tempo_in_piu(tempo_aggiuntivo)] : []),
    ...regole.sezioni.flatMap((s) =>
      s.durata === null || regole.sezioni.length < 2
        ? []
        : [`${s.nome}: ${testi.durata_sezione(withTempoAggiuntivo(s.durata, tempo_aggiuntivo))}`],
    ),
    ...righePunteggi(regole),
    regole.navigazione === 'solo_avanti' ? testi.solo_avanti : testi.libera,
    regole.correzioni === 'mai' ? testi.mai : testi.corrette,
    // The server's end never moves: a simulation has no pause, whatever its rules would allow.
    regole.pausa && testa.simulazione === null ? testi.pausa : testi.senza_pausa,
  ]
  return (
    <Dialog
      titolo={testa.nome ?? testi.titolo}
      onChiudi={onChiudi}
      azioni={
        <Button variante="primario" data-primo onClick={onChiudi}>
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
