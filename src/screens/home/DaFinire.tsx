import { PIU_BANCHE, type SedutaInBreve } from '#contract/database'
import { findBanca } from '../../state/banche.ts'
import { hrefSeduta } from '../../state/indirizzi.ts'
import { aperte as testi } from '../../text/aperte.ts'
import { risultati, storico } from '../../text/risultati.ts'
import { Card } from '../../ui/base.tsx'
import { VoceBanca } from '../../ui/VoceBanca.tsx'
import css from './home.module.css'

/** Trials left open, of every bank and over several: what they have marked counts only when they are delivered. */
export const DaFinire = ({ prove }: { prove: readonly SedutaInBreve[] }) => (
  <Card className={css.tutto} aria-labelledby="da-finire">
    <h2 id="da-finire">{testi.da_finire}</h2>
    <div>
      {prove.map((p) => (
        <VoceBanca
          key={p.id}
          href={hrefSeduta(p)}
          titolo={
            p.id_concorso === PIU_BANCHE
              ? risultati.piu_banche
              : (findBanca(p.id_concorso)?.concorso ?? storico.banca_tolta)
          }
          sotto={`${storico.tipi[p.tipo]} · ${testi.iniziata(p.iniziata)}`}
          destra={testi.a_che_punto(p.indice + 1, p.n)}
        />
      ))}
    </div>
  </Card>
)
