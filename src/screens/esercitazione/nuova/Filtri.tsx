import { nuovaProvaText as testi } from '../../../features/prove/nuova-text.ts'
import { Card, Muted, Stack } from '../../../ui/base.tsx'
import { Field, SearchField, Switch } from '../../../ui/Field.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { fraseDifetto } from './difetti.ts'
import { difettoPosizioni, type Modulo } from './modulo.ts'
import css from './nuova.module.css'

/** Which questions may be drawn at all. */
export const Filtri = ({
  modulo,
  totale,
  onCambia,
}: {
  modulo: Modulo
  totale: number | null
  onCambia: (parte: Partial<Modulo>) => void
}) => {
  const difetto = difettoPosizioni(modulo)
  const errore = (dove: 'da' | 'a') =>
    difetto?.dove === dove ? fraseDifetto({ campo: 'posizioni', tipo: difetto.tipo }) : null
  return (
    <Card aria-labelledby="nuova-quali">
      <Stack>
        <h2 id="nuova-quali">{testi.quali}</h2>
        <Segmented
          legend={testi.quali}
          legendVisible={false}
          options={(['tutte', 'mai', 'errate'] as const).map((value) => ({ value, text: testi.quali_voci[value] }))}
          value={modulo.quali}
          onSelect={(quali) => onCambia({ quali })}
        />
        <div className={css.campi}>
          <div className={css.intero}>
            <SearchField
              label={testi.parole}
              labelVisible
              value={modulo.testo}
              maxLength={200}
              onSearch={(testo) => onCambia({ testo })}
            />
          </div>
          <Field
            label={testi.dalla}
            inputMode="numeric"
            value={modulo.da}
            maxLength={6}
            error={errore('da')}
            onChange={(e) => onCambia({ da: e.currentTarget.value })}
          />
          <Field
            label={testi.alla}
            inputMode="numeric"
            value={modulo.a}
            maxLength={6}
            error={errore('a')}
            onChange={(e) => onCambia({ a: e.currentTarget.value })}
          />
        </div>
        <Switch checked={modulo.preferite} onChange={(e) => onCambia({ preferite: e.currentTarget.checked })}>
          {testi.preferite}
        </Switch>
        <Muted small role="status">
          {totale === null ? testi.solo_con_chiave : `${testi.restano(totale)} ${testi.solo_con_chiave}`}
        </Muted>
      </Stack>
    </Card>
  )
}
