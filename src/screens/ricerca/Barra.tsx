import { type ReactNode, useRef } from 'react'
import { useHotkeys } from 'react-hotkeys-hook'
import { useSnapshot } from 'valtio'
import type { ConteggiRicerca } from '#contract/database'
import { preferenze } from '../../state/preferenze.ts'
import { ricerca as testi } from '../../text/ricerca.ts'
import { Button } from '../../ui/Button.tsx'
import { Kbd } from '../../ui/base.tsx'
import { SearchField } from '../../ui/Field.tsx'
import { IconFilter, IconX } from '../../ui/icone.ts'
import { etichette } from './etichette.ts'
import { countFiltri, type Filtri, TESTO_MASSIMO, withoutFiltri } from './filtri.ts'
import css from './ricerca.module.css'

/** The words and, under them, every filter that is on: one touch takes it off. */
export function Barra({
  filtri,
  conteggi,
  onCambia,
  onRimpiazza,
  onFiltri,
}: {
  filtri: Filtri
  conteggi: ConteggiRicerca | null
  onCambia: (parte: Partial<Filtri>) => void
  onRimpiazza: (filtri: Filtri) => void
  /** Opens the sheet of the filters; null where the panel stands beside the hits. */
  onFiltri: (() => void) | null
}) {
  const { tastiera } = useSnapshot(preferenze)
  const rif = useRef<HTMLDivElement>(null)
  useHotkeys(
    '/',
    (e) => {
      e.preventDefault()
      rif.current?.querySelector('input')?.focus()
    },
    { enabled: tastiera, useKey: true, ignoreEventWhen: () => document.querySelector('dialog[open]') !== null },
  )
  const accese = etichette(filtri, conteggi)
  const quante = countFiltri(filtri)
  const togli = (senza: Partial<Filtri>) => {
    onCambia(senza)
    rif.current?.querySelector('input')?.focus({ preventScroll: true })
  }
  return (
    <search className={css.barra}>
      <div ref={rif}>
        <SearchField
          etichetta={testi.campo}
          placeholder={testi.esempio}
          value={filtri.testo}
          maxLength={TESTO_MASSIMO}
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onCerca={(testo) => onCambia({ testo })}
          dopo={tastiera && <TastoBarra />}
        />
      </div>
      {(onFiltri || accese.length > 0) && (
        <ul className={css.etichette} aria-label={testi.attivi}>
          {onFiltri && (
            <Pillola>
              <Button
                variante="tenue"
                misura="sm"
                etichetta={testi.filtri_detti(quante)}
                aria-haspopup="dialog"
                icona={<IconFilter size={16} />}
                onClick={onFiltri}
              >
                {quante === 0 ? testi.filtri : testi.filtri_attivi(quante)}
              </Button>
            </Pillola>
          )}
          {accese.map((e) => (
            <Pillola key={e.id}>
              <Button variante="tenue" misura="sm" etichetta={testi.togli(e.nome)} onClick={() => togli(e.senza)}>
                <span className={css.nomeFiltro}>{e.nome}</span>
                <IconX size={16} />
              </Button>
            </Pillola>
          ))}
          {accese.length > 1 && (
            <Pillola>
              <Button
                variante="fantasma"
                misura="sm"
                onClick={() => {
                  onRimpiazza({ ...withoutFiltri(filtri), trova: 'ALL' })
                  rif.current?.querySelector('input')?.focus({ preventScroll: true })
                }}
              >
                {testi.togli_tutti}
              </Button>
            </Pillola>
          )}
        </ul>
      )}
    </search>
  )
}

const Pillola = ({ children }: { children: ReactNode }) => <li className={css.pillola}>{children}</li>

const TastoBarra = () => (
  <span className={css.soloLargo} aria-hidden="true">
    <Kbd>/</Kbd>
  </span>
)
