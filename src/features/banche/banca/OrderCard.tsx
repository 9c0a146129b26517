import type { SearchOrder } from '#rules/filtro'
import { ordiniText, bancaText as texts } from '../../../text/banca.ts'
import { Card, Muted, Row, Stack } from '../../../ui/base.tsx'
import { SearchField } from '../../../ui/Field.tsx'
import { IconOrdered, IconShuffle, IconSortAlpha, IconSubjects, IconTarget } from '../../../ui/icons.ts'
import { Range } from '../../../ui/Meters.tsx'
import { NumberField } from '../../../ui/NumberField.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import css from './banca.module.css'
import { BANCA_ORDINI, type BancaFilters, type OrderedFilters } from './filters.ts'
import { PracticeSwitches } from './StartBar.tsx'

const ICONS: Partial<Record<SearchOrder, React.ReactNode>> = {
  UFFICIALE: <IconOrdered size={16} />,
  MATERIE: <IconSubjects size={16} />,
  CASUALE: <IconShuffle size={16} />,
  ALFABETICO: <IconSortAlpha size={16} />,
  ESATTE: <IconTarget size={16} />,
}

/** Sets order, keywords and position range. `n`: questions of the whole published bank. */
export function OrderCard({
  n,
  filters,
  onChange,
}: {
  n: number
  filters: OrderedFilters
  onChange: (patch: Partial<BancaFilters>) => void
}) {
  const da = Math.min(filters.da ?? 1, n)
  const a = Math.min(filters.a ?? n, n)
  const setRange = (x: number, y: number) => onChange({ da: x <= 1 ? null : x, a: y >= n ? null : y })
  return (
    <Card aria-labelledby="come">
      <Stack>
        <h2 id="come">{texts.come}</h2>
        <div className={css.come}>
          <div className={css.pieno}>
            <Segmented
              legend={texts.ordine}
              options={BANCA_ORDINI.map((o) => ({ value: o, text: ordiniText[o].nome, icon: ICONS[o] }))}
              value={filters.ordine}
              onSelect={(ordine) => onChange({ ordine })}
            />
            <Muted small className={css.nota}>
              {ordiniText[filters.ordine].spiegazione}
            </Muted>
          </div>
          <div>
            <SearchField
              label={texts.parole}
              labelVisible
              placeholder={texts.parole_esempio}
              value={filters.testo}
              maxLength={200}
              onSearch={(text) => onChange({ testo: text })}
            />
            <Muted small className={css.nota}>
              {texts.parole_aiuto}
            </Muted>
          </div>
          <Segmented
            legend={texts.trova}
            options={[
              { value: 'ALL', text: texts.tutte_le_parole },
              { value: 'ANY', text: texts.almeno_una },
            ]}
            value={filters.corrispondenza}
            onSelect={(corrispondenza) => onChange({ corrispondenza })}
          />
          <div className={css.pieno}>
            <Row spread>
              <b className={css.legenda}>{texts.intervallo}</b>
              <Muted small as="span">
                {texts.intervallo_valore(da, a)}
              </Muted>
            </Row>
            <Range label={texts.intervallo} min={1} max={n} da={da} a={a} onChange={setRange} />
            <div className={css.capi}>
              <NumberField
                label={texts.dalla}
                max={n}
                value={da}
                onChange={(x) => setRange(x ?? 1, Math.max(x ?? 1, a))}
              />
              <NumberField
                label={texts.alla}
                max={n}
                value={a}
                onChange={(y) => setRange(Math.min(da, y ?? n), y ?? n)}
              />
            </div>
          </div>
          <div className={css.stretto}>
            <PracticeSwitches />
          </div>
        </div>
      </Stack>
    </Card>
  )
}
