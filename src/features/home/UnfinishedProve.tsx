import { SEVERAL_BANCHE, type SedutaSummary } from '#contract/database'
import { BancaRow } from '../../components/BancaRow.tsx'
import { findBanca } from '../../domain/banche-state.ts'
import { hrefSeduta, isProva } from '../../domain/hrefs.ts'
import { dropSeduta } from '../../domain/open-sedute.ts'
import { openSeduteText as texts } from '../../text/open-sedute.ts'
import { historyText } from '../../text/storia.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, Dotted } from '../../ui/base.tsx'
import css from './home.module.css'

/** Returns true where the sitting's questions can be on the device; one over several banks is checked when it opens. */
export const isBancaHere = ({ id_concorso }: SedutaSummary): boolean =>
  id_concorso === SEVERAL_BANCHE || (findBanca(id_concorso)?.n_domande ?? 0) > 0

/**
 * Lists trials left open, of one bank or over several, because their answers count only at delivery.
 * Readings beside them can be closed here, as they lose nothing.
 */
export const UnfinishedProve = ({ prove }: { prove: readonly SedutaSummary[] }) => (
  <Card aria-labelledby="da-finire">
    <h2 id="da-finire">{prove.every(isProva) ? texts.da_finire : texts.in_sospeso}</h2>
    <div>
      {prove.map((p) => (
        <div key={p.id} className={css.mia}>
          <BancaRow
            href={isBancaHere(p) ? hrefSeduta(p) : '/banche-dati'}
            title={
              p.id_concorso === SEVERAL_BANCHE
                ? historyText.piu_banche
                : (findBanca(p.id_concorso)?.concorso ?? historyText.banca_tolta)
            }
            below={
              <Dotted
                parts={[
                  historyText.tipi[p.tipo],
                  // Write one of the two, because a row has no room for both beside its button.
                  isProva(p) ? texts.iniziata(p.iniziata) : texts.a_che_punto(p.indice + 1, p.n),
                  ...(p.altrove ? [texts.altrove] : []),
                  ...(isBancaHere(p) ? [] : [texts.senza_banca]),
                ]}
              />
            }
            trailing={isProva(p) && texts.a_che_punto(p.indice + 1, p.n)}
          />
          {!isProva(p) && !p.altrove && (
            <Button
              variant="fantasma"
              flush="end"
              size="sm"
              label={`${texts.chiudi}: ${texts.quale[p.tipo]}`}
              onClick={() => void dropSeduta(p.id)}
            >
              {texts.chiudi}
            </Button>
          )}
        </div>
      ))}
    </div>
  </Card>
)
