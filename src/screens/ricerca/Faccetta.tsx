import { type ReactNode, useState } from 'react'
import { numero } from '../../text/formati.ts'
import { ricerca as testi } from '../../text/ricerca.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Checkbox } from '../../ui/Field.tsx'
import css from './pannello.module.css'

/** A value of a facet: `n` questions would be left with it; null while they are counted. */
export type VoceFaccetta<T> = { valore: T; nome: string; n: number | null; segno?: ReactNode }

/** Values shown before the others are asked for. */
const POCHE = 7

/** A group of checkboxes with live counts; values that are on are always in sight. */
export function Faccetta<T extends string | number>({
  legenda,
  voci,
  scelte,
  onScegli,
}: {
  legenda: string
  voci: readonly VoceFaccetta<T>[]
  scelte: readonly T[]
  onScegli: (valore: T) => void
}) {
  const [tutte, setTutte] = useState(false)
  if (voci.length === 0) return null
  const ridotte = voci.length > POCHE + 1 && !tutte
  const viste = ridotte ? voci.filter((v, i) => i < POCHE || scelte.includes(v.valore)) : voci
  return (
    <fieldset className={css.faccetta}>
      <legend>{legenda}</legend>
      {viste.map((v) => (
        <div key={v.valore} className={cx(css.voce, v.n === 0 && !scelte.includes(v.valore) && css.vuota)}>
          <Checkbox
            aria-label={v.n === null ? v.nome : testi.valore(v.nome, v.n)}
            checked={scelte.includes(v.valore)}
            onChange={() => onScegli(v.valore)}
          >
            <span className={css.riga}>
              {v.segno}
              <span className={css.nome}>{v.nome}</span>
              <span className={css.n}>{v.n === null ? '' : numero(v.n)}</span>
            </span>
          </Checkbox>
        </div>
      ))}
      {voci.length > POCHE + 1 && (
        <Button variante="fantasma" misura="sm" aria-expanded={tutte} onClick={() => setTutte(!tutte)}>
          {tutte ? testi.mostra_meno : testi.mostra_altre(voci.length - viste.length)}
        </Button>
      )}
    </fieldset>
  )
}
