import { memo, type ReactNode } from 'react'
import type { BancaLocale, Conteggi } from '#contract/database'
import type { Livello } from '#rules/livello'
import { banca as testi } from '../../text/banca.ts'
import { numero } from '../../text/formati.ts'
import { nomeLivello } from '../../text/livelli.ts'
import { Card, Muted, Row, Stack, VisuallyHidden } from '../../ui/base.tsx'
import { IconStar } from '../../ui/icone.ts'
import { LevelBar, LevelGlyph } from '../../ui/Livelli.tsx'
import css from './banca.module.css'
import { type Filtri, toggle } from './filtri.ts'

/** Order of the tiles: what needs work first. */
const TESSERE: readonly Livello[] = [-2, -1, 0, -99, 1]

/** How the bank is known, and which levels to practise. */
export const Ripassare = memo(function Ripassare({
  banca,
  conteggi,
  livelli,
  soloPreferiti,
  onCambia,
}: {
  banca: BancaLocale
  conteggi: Conteggi | null
  livelli: Filtri['livelli']
  soloPreferiti: boolean
  onCambia: (parte: Partial<Filtri>) => void
}) {
  const per_livello = conteggi?.per_livello ?? banca.per_livello
  return (
    <Card aria-labelledby="ripassare">
      <Stack>
        <Row ai_lati>
          <h2 id="ripassare">{testi.ripassare}</h2>
          <Muted piccolo come="span">
            {testi.completata(banca.completamento)}
          </Muted>
        </Row>
        <LevelBar per_livello={banca.per_livello} misura="grande" />
        <fieldset>
          <legend>
            <VisuallyHidden>{testi.livelli}</VisuallyHidden>
          </legend>
          <div className={css.tessere}>
            {TESSERE.map((l) => (
              <Tessera
                key={l}
                icona={<LevelGlyph livello={l} />}
                nome={nomeLivello(l)}
                n={per_livello[l]}
                scelta={livelli.includes(l)}
                onScegli={() => onCambia({ livelli: toggle(livelli, l) })}
              />
            ))}
            <Tessera
              icona={<IconStar size={20} />}
              nome={testi.solo_preferite}
              n={conteggi?.preferiti ?? banca.preferiti}
              scelta={soloPreferiti}
              onScegli={() => onCambia({ soloPreferiti: !soloPreferiti })}
            />
          </div>
        </fieldset>
      </Stack>
    </Card>
  )
})

const Tessera = (p: { icona: ReactNode; nome: string; n: number; scelta: boolean; onScegli: () => void }) => (
  <label className={css.tessera}>
    <input type="checkbox" checked={p.scelta} onChange={p.onScegli} />
    <span className={css.faccia}>
      {p.icona}
      <span>{p.nome}</span>
      <b>{numero(p.n)}</b>
    </span>
  </label>
)
