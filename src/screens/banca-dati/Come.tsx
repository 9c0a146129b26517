import { useEffect, useState } from 'react'
import type { Ordine } from '#rules/filtro'
import { ordini, banca as testi } from '../../text/banca.ts'
import { Card, Muted, Row, Stack } from '../../ui/base.tsx'
import { Field, SearchField } from '../../ui/Field.tsx'
import { IconOrdered, IconShuffle, IconSortAlpha, IconTarget } from '../../ui/icone.ts'
import { Range } from '../../ui/Misure.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { Opzioni } from './Avvio.tsx'
import css from './banca.module.css'
import { type Filtri, ORDINI } from './filtri.ts'

const ICONE: Record<Ordine, React.ReactNode> = {
  UFFICIALE: <IconOrdered size={16} />,
  CASUALE: <IconShuffle size={16} />,
  ALFABETICO: <IconSortAlpha size={16} />,
  ESATTE: <IconTarget size={16} />,
}

/** Order, keywords and position range. `n`: questions of the whole published bank. */
export function Come({
  n,
  filtri,
  onCambia,
}: {
  n: number
  filtri: Filtri
  onCambia: (parte: Partial<Filtri>) => void
}) {
  const da = Math.min(filtri.da ?? 1, n)
  const a = Math.min(filtri.a ?? n, n)
  const setRange = (x: number, y: number) => onCambia({ da: x <= 1 ? null : x, a: y >= n ? null : y })
  return (
    <Card aria-labelledby="come">
      <Stack>
        <h2 id="come">{testi.come}</h2>
        <div className={css.come}>
          <div className={css.pieno}>
            <Segmented
              legenda={testi.ordine}
              opzioni={ORDINI.map((o) => ({ valore: o, testo: ordini[o].nome, icona: ICONE[o] }))}
              valore={filtri.ordine}
              onScegli={(ordine) => onCambia({ ordine })}
            />
            <Muted piccolo className={css.nota}>
              {ordini[filtri.ordine].spiegazione}
            </Muted>
          </div>
          <div>
            <SearchField
              etichetta={testi.parole}
              etichettaVisibile
              placeholder={testi.parole_esempio}
              value={filtri.testo}
              maxLength={200}
              onCerca={(testo) => onCambia({ testo })}
            />
            <Muted piccolo className={css.nota}>
              {testi.parole_aiuto}
            </Muted>
          </div>
          <Segmented
            legenda={testi.trova}
            opzioni={[
              { valore: 'ALL', testo: testi.tutte_le_parole },
              { valore: 'ANY', testo: testi.almeno_una },
            ]}
            valore={filtri.corrispondenza}
            onScegli={(corrispondenza) => onCambia({ corrispondenza })}
          />
          <div className={css.pieno}>
            <Row ai_lati>
              <b className={css.legenda}>{testi.intervallo}</b>
              <Muted piccolo come="span">
                {testi.intervallo_valore(da, a)}
              </Muted>
            </Row>
            <Range etichetta={testi.intervallo} min={1} max={n} da={da} a={a} onCambia={setRange} />
            <div className={css.capi}>
              <Capo etichetta={testi.dalla} n={n} valore={da} onCambia={(x) => setRange(x, Math.max(x, a))} />
              <Capo etichetta={testi.alla} n={n} valore={a} onCambia={(y) => setRange(Math.min(da, y), y)} />
            </div>
          </div>
          <div className={css.stretto}>
            <Opzioni />
          </div>
        </div>
      </Stack>
    </Card>
  )
}

/** One end of the range as a number; what is half typed waits until the field is left. */
function Capo({
  etichetta,
  n,
  valore,
  onCambia,
}: {
  etichetta: string
  n: number
  valore: number
  onCambia: (valore: number) => void
}) {
  const [bozza, setBozza] = useState(String(valore))
  useEffect(() => setBozza(String(valore)), [valore])
  const commit = () => {
    const letto = Math.round(Number(bozza))
    if (bozza.trim() === '' || Number.isNaN(letto)) setBozza(String(valore))
    else {
      const dentro = Math.min(n, Math.max(1, letto))
      setBozza(String(dentro))
      if (dentro !== valore) onCambia(dentro)
    }
  }
  return (
    <Field
      etichetta={etichetta}
      type="number"
      inputMode="numeric"
      min={1}
      max={n}
      value={bozza}
      onChange={(e) => setBozza(e.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(e) => e.key === 'Enter' && commit()}
    />
  )
}
