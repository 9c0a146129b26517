import { type ReactNode, useEffect, useRef } from 'react'
import type { Ordine } from '#rules/filtro'
import { newSeme } from '../../state/identita.ts'
import { ordini } from '../../text/banca.ts'
import { ricerca as testi } from '../../text/ricerca.ts'
import { Button } from '../../ui/Button.tsx'
import { Muted } from '../../ui/base.tsx'
import { IconDown, IconShuffle } from '../../ui/icone.ts'
import { type Filtri, ORDINI } from './filtri.ts'
import css from './ricerca.module.css'
import type { Selezione } from './useSelezione.ts'

/** From this many hits on, one may go to a place by its number. */
const TANTI = 100

/** How many, how fast, in which order; all of them selected at once, or one of them by its number. */
export function Testata({
  n,
  ms,
  banche,
  filtri,
  selezione,
  onCambia,
  onVai,
}: {
  n: number
  ms: number
  /** Banks searched. */
  banche: number
  filtri: Filtri
  selezione: Selezione
  onCambia: (parte: Partial<Filtri>) => void
  onVai: (posto: number) => void
}) {
  return (
    <div className={css.testata}>
      <p role="status" className={css.conto}>
        <b>{testi.domande(n)}</b>{' '}
        <Muted come="span">
          {testi.in_ms(ms)}
          {banche > 1 && <span className={css.soloLargo}> · {testi.n_banche(banche)}</span>}
        </Muted>
      </p>
      <div className={css.ordine}>
        <label className={css.scelta}>
          <span className={css.nascosta}>{testi.ordine}</span>
          <select
            value={filtri.ordine}
            onChange={(e) => onCambia({ ordine: e.currentTarget.value as Ordine, seme: newSeme() % SEMI })}
          >
            {ORDINI.map((o) => (
              <option key={o} value={o}>
                {ordini[o].nome}
              </option>
            ))}
          </select>
          <IconDown size={16} />
        </label>
        {filtri.ordine === 'CASUALE' && (
          <Button
            variante="fantasma"
            misura="sm"
            quadrato
            etichetta={testi.rimescola}
            icona={<IconShuffle size={20} />}
            onClick={() => onCambia({ seme: newSeme() % SEMI })}
          />
        )}
      </div>
      {n > 0 && (
        <div className={css.tutte}>
          <Tutte n={n} selezione={selezione} />
          {n >= TANTI && <Vai n={n} onVai={onVai} />}
        </div>
      )}
    </div>
  )
}

/** Seeds that an address carries in nine figures. */
const SEMI = 1_000_000_000

function Tutte({ n, selezione }: { n: number; selezione: Selezione }) {
  const rif = useRef<HTMLInputElement>(null)
  const tutte = selezione.n === n
  useEffect(() => {
    if (rif.current) rif.current.indeterminate = selezione.n > 0 && !tutte
  })
  return (
    <label className={css.spunta}>
      <input ref={rif} type="checkbox" checked={tutte} onChange={() => (tutte ? selezione.none() : selezione.all())} />
      <span>{testi.seleziona_tutte}</span>
    </label>
  )
}

function Vai({ n, onVai }: { n: number; onVai: (posto: number) => void }): ReactNode {
  return (
    <form
      className={css.vai}
      onSubmit={(e) => {
        e.preventDefault()
        const posto = Number(new FormData(e.currentTarget).get('posto'))
        if (posto > 0) onVai(Math.min(n, Math.round(posto)) - 1)
      }}
    >
      <label>
        <span>{testi.vai_al}</span>
        <input name="posto" type="number" inputMode="numeric" min={1} max={n} required />
      </label>
      <Button type="submit" variante="fantasma" misura="sm">
        {testi.vai}
      </Button>
    </form>
  )
}
