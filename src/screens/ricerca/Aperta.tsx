import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import type { SedutaInBreve } from '#contract/database'
import { dropSeduta, resumeSeduta } from '../../state/banca.ts'
import { hrefSeduta } from '../../state/indirizzi.ts'
import { readAperta, ricerca } from '../../state/ricerca.ts'
import { banca } from '../../text/banca.ts'
import { ricerca as testi } from '../../text/ricerca.ts'
import { Button } from '../../ui/Button.tsx'
import { Band } from '../../ui/base.tsx'
import { IconPlay } from '../../ui/icone.ts'
import css from './ricerca.module.css'

/** The sitting over several banks left open: go on, or close it [EX13]. */
export function Aperta() {
  const aperta = useSnapshot(ricerca).aperta as SedutaInBreve | null
  const [, navigate] = useLocation()
  useEffect(() => void readAperta(), [])
  if (!aperta) return null
  const { id, indice, n } = aperta
  return (
    <div className={css.aperta}>
      <Band tono="primario" icona={<IconPlay size={20} />}>
        {testi.aperta}
      </Band>
      <div>
        <Button
          variante="tenue"
          misura="sm"
          onClick={async () => {
            if (await resumeSeduta(id)) navigate(hrefSeduta(aperta))
          }}
        >
          {banca.aperta(indice + 1, n)}
        </Button>
        <Button variante="fantasma" misura="sm" onClick={() => void dropSeduta(id).then(readAperta)}>
          {banca.chiudi_aperta}
        </Button>
      </div>
    </div>
  )
}
