import { isPropria } from '#rules/raccolta'
import { preferences, setPreference } from '../../../domain/preferences.ts'
import { coachText } from '../../../text/coach.ts'
import { esercitazioneText as testi } from '../../../text/esercitazione.ts'
import {
  IconCheck,
  IconCoach,
  IconConfidence,
  IconKeyboard,
  IconNote,
  IconOrdered,
  IconPace,
  IconReport,
  IconShuffle,
  IconStrike,
  IconUndo,
} from '../../../ui/icons.ts'
import type { MenuItem } from '../../../ui/Menu.tsx'
import { marksText, notaText, paceText, reportText } from '../domanda-text.ts'
import { setMescola } from '../seduta-state.ts'
import type { ExerciseOnScreen } from './useExercise.ts'

/** Returns the menu of an exercise at this place. */
export function exerciseMenu({ seduta, domanda, given, mescola, steps }: ExerciseOnScreen): MenuItem[] {
  const { openDialog, strikingOut } = steps
  const asked = preferences.chiedi_sicurezza
  const items = [
    { id: 'annulla', text: testi.annulla_ultima, icon: <IconUndo size={20} />, onSelect: () => void steps.undo() },
    {
      id: 'ordine',
      text: mescola ? testi.ordine_stampato : testi.ordine_mescolato,
      icon: mescola ? <IconOrdered size={20} /> : <IconShuffle size={20} />,
      onSelect: () => void setMescola(!mescola),
    },
    {
      id: 'escludi',
      text: strikingOut ? marksText.finito_escludere : marksText.escludi,
      icon: <IconStrike size={20} />,
      onSelect: () => steps.setStrikingOut(!strikingOut),
    },
    { id: 'nota', text: notaText.titolo, icon: <IconNote size={20} />, onSelect: () => openDialog('nota') },
    { id: 'segnala', text: reportText.titolo, icon: <IconReport size={20} />, onSelect: () => openDialog('segnala') },
    {
      id: 'sicurezza',
      text: asked ? coachText.spegni : coachText.accendi,
      icon: <IconConfidence size={20} />,
      onSelect: () => setPreference('chiedi_sicurezza', !asked),
    },
    { id: 'coach', text: coachText.apri, icon: <IconCoach size={20} />, onSelect: () => openDialog('coach') },
    { id: 'passo', text: paceText.voce, icon: <IconPace size={20} />, onSelect: () => openDialog('passo') },
    { id: 'tasti', text: testi.scorciatoie, icon: <IconKeyboard size={20} />, onSelect: () => openDialog('aiuto') },
    { id: 'concludi', text: testi.concludi, icon: <IconCheck size={20} />, onSelect: steps.conclude },
  ]
  return items.filter(
    ({ id }) =>
      (id !== 'escludi' || (domanda !== null && given === null)) &&
      // A phone with keys opens their list by `?`.
      (id !== 'tasti' || !matchMedia('(hover: none)').matches) &&
      (id !== 'passo' || seduta.avanti_da_sola) &&
      ((id !== 'nota' && id !== 'segnala') || domanda !== null) &&
      (id !== 'segnala' || !isPropria(domanda?.id_domanda ?? 0)),
  )
}
