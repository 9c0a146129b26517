import { useSnapshot } from 'valtio'
import type { BancaLocale, Completamento } from '#contract/database'
import { LivelloBar, LivelloTiles } from '../../../components/Livelli.tsx'
import { bancaText as texts } from '../../../text/banca.ts'
import { Card, Muted, Row, Stack } from '../../../ui/base.tsx'
import { bancaState } from '../banca-state.ts'
import { BancaHistory } from './BancaHistory.tsx'
import css from './banca.module.css'

/** How the bank is known, over all and subject by subject [CP1], and every sitting that has ended. */
export function ProgressiTab({ banca }: { banca: BancaLocale }) {
  const rows = (useSnapshot(bancaState).completamento as Completamento | null)?.materie ?? []
  return (
    <div className={css.schede}>
      {banca.n_domande > 0 && (
        <Card aria-labelledby="conosci">
          <Stack>
            <Row spread>
              <h2 id="conosci">{texts.conosci}</h2>
              <Muted small as="span">
                {texts.completata(banca.completamento)}
              </Muted>
            </Row>
            <LivelloBar per_livello={banca.per_livello} size="grande" />
            <LivelloTiles per_livello={banca.per_livello} />
          </Stack>
        </Card>
      )}
      {rows.some((m) => m.id_materia !== null) && (
        <Card aria-labelledby="per-materia">
          <Stack>
            <h2 id="per-materia">{texts.materie}</h2>
            <ul className={css.perMateria}>
              {rows.map((m) => (
                <li key={m.id_materia ?? 0}>
                  <Row spread>
                    <b>{m.id_materia === null ? texts.senza_materia : m.materia}</b>
                    <Muted small as="span">
                      {texts.materia_conto(m.totale, m.percentuale)}
                    </Muted>
                  </Row>
                  <LivelloBar per_livello={m.per_livello} size="sottile" />
                </li>
              ))}
            </ul>
          </Stack>
        </Card>
      )}
      <BancaHistory id_concorso={banca.id_concorso} />
    </div>
  )
}
