import { useId, useState } from 'react'
import { campi } from '../text/comuni.ts'
import { Button } from './Button.tsx'
import { Muted } from './base.tsx'
import { cx } from './cx.ts'
import { Dialog } from './Dialog.tsx'
import { SearchField } from './Field.tsx'
import { IconDown } from './icone.ts'
import css from './Scelta.module.css'

export type VoceScelta = { valore: string; testo: string }

/** From this many on, a list gets a search box. */
const CON_RICERCA = 9

const senzaAccenti = (s: string) =>
  s
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLocaleLowerCase('it')

/**
 * One of many: a button that opens a dialog with a list, the whole screen on a phone. A combobox would be worse there: screen
 * readers of phones follow it badly (ui.md §1.5).
 */
export function Picker({
  etichetta,
  tutte,
  voci,
  valore,
  onScegli,
}: {
  etichetta: string
  /** Words for no choice, e.g. "Tutti gli enti". */
  tutte: string
  voci: readonly VoceScelta[]
  valore: string | null
  onScegli: (valore: string | null) => void
}) {
  const [aperto, setAperto] = useState(false)
  const [cerca, setCerca] = useState('')
  const [bozza, setBozza] = useState(valore)
  const nome = useId()
  const scelta = voci.find((v) => v.valore === valore)
  const cercata = senzaAccenti(cerca.trim())
  const trovate = cercata === '' ? voci : voci.filter((v) => senzaAccenti(v.testo).includes(cercata))
  const open = () => {
    setBozza(valore)
    setCerca('')
    setAperto(true)
  }
  const commit = (v: string | null) => {
    onScegli(v)
    setAperto(false)
  }
  const voce = (v: VoceScelta | null) => {
    const suo = v?.valore ?? null
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has the radio, Enter and the button below
      <label
        className={css.voce}
        key={suo ?? ''}
        // A touch chooses and closes; the arrow keys only move, their clicks have no pointer.
        onClick={(e) => (e.nativeEvent as PointerEvent).pointerType && commit(suo)}
      >
        <input
          type="radio"
          name={nome}
          data-primo={suo === valore || undefined}
          checked={suo === bozza}
          onChange={() => setBozza(suo)}
          onKeyDown={(e) => e.key === 'Enter' && commit(suo)}
        />
        <span>{v?.testo ?? tutte}</span>
      </label>
    )
  }
  return (
    <>
      <button type="button" className={cx(css.bottone, scelta && css.attivo)} aria-haspopup="dialog" onClick={open}>
        <span>
          <small>{etichetta}</small>
          <b>{scelta?.testo ?? tutte}</b>
        </span>
        <IconDown size={20} />
      </button>
      {aperto && (
        <Dialog
          titolo={etichetta}
          misura="pieno"
          onChiudi={() => setAperto(false)}
          azioni={
            <Button variante="primario" onClick={() => commit(bozza)}>
              {campi.scegli}
            </Button>
          }
        >
          {voci.length >= CON_RICERCA && (
            <SearchField
              etichetta={campi.cerca_in(etichetta)}
              placeholder={campi.cerca}
              value={cerca}
              onCerca={setCerca}
            />
          )}
          <div className={css.lista} role="radiogroup" aria-label={etichetta}>
            {cercata === '' && voce(null)}
            {trovate.map(voce)}
          </div>
          <Muted piccolo role="status">
            {cercata !== '' && campi.trovate(trovate.length)}
          </Muted>
        </Dialog>
      )}
    </>
  )
}
