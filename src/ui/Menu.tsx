import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Button } from './Button.tsx'
import { IconMore } from './icone.ts'

export type VoceMenu = { id: string; testo: string; icona?: ReactNode; pericolo?: boolean; onScegli: () => void }
export type MenuProps = { etichetta: string; voci: readonly VoceMenu[] }

const Vero = lazy(() => import('./MenuArk.tsx'))

/** "Altre azioni": the library behind it comes with the first touch and opens at once. */
export function Menu(props: MenuProps) {
  const [chiesto, setChiesto] = useState(false)
  const bottone = (
    <Button
      variante="fantasma"
      misura="sm"
      quadrato
      etichetta={props.etichetta}
      aria-haspopup="menu"
      aria-expanded={false}
      icona={<IconMore size={20} />}
      onClick={() => setChiesto(true)}
    />
  )
  return chiesto ? (
    <Suspense fallback={bottone}>
      <Vero {...props} aperto />
    </Suspense>
  ) : (
    bottone
  )
}
