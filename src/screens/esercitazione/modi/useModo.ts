import { useState } from 'react'
import { useLocation } from 'wouter'
import { setStato, type TestaSeduta } from '../../../state/esercitazione.ts'
import { hrefOrigine } from '../../../state/indirizzi.ts'

/** Ways out that every mode has: pause, another time, the end. */
export function useModo(seduta: TestaSeduta) {
  const [, navigate] = useLocation()
  const [esce, setEsce] = useState(false)
  return {
    esce,
    chiediUscita: () => setEsce(true),
    resta: () => setEsce(false),
    /** The sitting stays open: the place is kept. */
    dopo: () => navigate(hrefOrigine(seduta.id_concorso), { replace: true }),
    concludi: async () => {
      setEsce(false)
      await setStato('consegnata')
    },
    pausa: () => void setStato('in_pausa'),
    riprendi: () => void setStato('in_corso'),
  }
}

export type Modo = ReturnType<typeof useModo>
