import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { hrefOrigin } from '../../../domain/hrefs.ts'
import {
  areMarksWritten,
  askDelivery,
  closeSezione,
  goToProvaPlace,
  provaState,
  setStatoProva,
  type TestaProva,
  withdrawDelivery,
} from '../prova-state.ts'

export type ProvaDialog =
  | 'regole'
  | 'foglio'
  | 'aiuto'
  | 'uscita'
  | 'consegna'
  | 'abbandono'
  | 'sezione'
  | 'doppia'
  | null

/**
 * Actions of a person in a trial, and the dialog over it. An action stops quietly when the person changes their mind meanwhile.
 */
export function useProvaSteps(head: TestaProva) {
  const [, navigate] = useLocation()
  const { regole } = head
  const isStrict = regole.navigazione === 'solo_avanti' || regole.correzioni === 'mai'
  const [dialog, setDialog] = useState<ProvaDialog>(
    isStrict && provaState.indice === 0 && provaState.marked === 0 && provaState.stato === 'in_corso' ? 'regole' : null,
  )
  /** Printed position of a possible second mark, while the person is asked. */
  const [second, setSecond] = useState<number | null>(null)
  const [strikingOut, setStrikingOut] = useState(false)
  /** True when the person leaves while marks are under way. */
  const [leaving, setLeaving] = useState(false)
  /** Counter that grows with each change of mind, and when the trial is left. */
  const turn = useRef(0)
  useEffect(() => () => void turn.current++, [])
  const close = () => {
    turn.current++
    withdrawDelivery()
    setLeaving(false)
    setDialog(null)
  }
  return {
    ...{ dialog, setDialog, close, strikingOut, setStrikingOut, leaving, second },
    askSecond: (posizione: number) => {
      setSecond(posizione)
      setDialog('doppia')
    },
    switchTo: (other: ProvaDialog) => {
      close()
      setDialog(other)
    },
    goTo: (place: number) => {
      close()
      setStrikingOut(false)
      void goToProvaPlace(place)
    },
    deliver: async () => {
      const mine = ++turn.current
      const result = await askDelivery()
      if (!result?.ok && mine === turn.current) close()
    },
    abandon: async () => {
      const mine = ++turn.current
      setLeaving(true)
      if (!(await setStatoProva('abbandona')) && mine === turn.current) close()
    },
    endSezione: () => {
      close()
      void closeSezione()
    },
    leave: async () => {
      const mine = ++turn.current
      const hasChanged = () => mine !== turn.current
      setLeaving(true)
      const written = await areMarksWritten()
      if (hasChanged()) return
      if (!written) return close()
      if (regole.pausa && provaState.stato === 'in_corso' && head.durata !== null) {
        const paused = await setStatoProva('pausa')
        if (hasChanged()) return
        // Stay when the pause fails, because the time of a simulation would run on.
        if (!paused && head.simulazione) return close()
      }
      navigate(hrefOrigin(head.id_concorso), { replace: true })
    },
  }
}
