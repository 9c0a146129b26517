import { useState } from 'react'
import { useLocation } from 'wouter'
import { hrefOrigin } from '../../../domain/hrefs.ts'
import { type SedutaHead, setSedutaStato } from '../seduta-state.ts'

/** Ways out of every mode, the pause, leaving for another time, and the end. */
export function useMode(seduta: SedutaHead) {
  const [, navigate] = useLocation()
  const [leaving, setLeaving] = useState(false)
  return {
    esce: leaving,
    askLeave: () => setLeaving(true),
    stay: () => setLeaving(false),
    /** Leaves with the sitting open, so that its place is kept. */
    leave: () => navigate(hrefOrigin(seduta.id_concorso), { replace: true }),
    conclude: async () => {
      setLeaving(false)
      await setSedutaStato('consegnata')
    },
    pause: () => void setSedutaStato('in_pausa'),
    resume: () => void setSedutaStato('in_corso'),
  }
}

export type ModeActions = ReturnType<typeof useMode>
