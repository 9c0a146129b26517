import { useState } from 'react'
import { useLocation } from 'wouter'
import { hrefOrigin } from '../../../app/hrefs.ts'
import { type SedutaHead, setSedutaStato } from '../../../features/sedute/seduta-state.ts'

/** Ways out that every mode has: pause, another time, the end. */
export function useModo(seduta: SedutaHead) {
  const [, navigate] = useLocation()
  const [esce, setEsce] = useState(false)
  return {
    esce,
    chiediUscita: () => setEsce(true),
    resta: () => setEsce(false),
    /** The sitting stays open: the place is kept. */
    dopo: () => navigate(hrefOrigin(seduta.id_concorso), { replace: true }),
    concludi: async () => {
      setEsce(false)
      await setSedutaStato('consegnata')
    },
    pausa: () => void setSedutaStato('in_pausa'),
    riprendi: () => void setSedutaStato('in_corso'),
  }
}

export type Modo = ReturnType<typeof useModo>
