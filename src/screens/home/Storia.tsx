import { PIU_BANCHE } from '#contract/database'
import { findBanca } from '../../state/banche.ts'
import { hrefRivedi } from '../../state/indirizzi.ts'
import { useStoria } from '../../state/storico.ts'
import { risultati, storico } from '../../text/risultati.ts'
import { Storico } from '../../ui/Storico.tsx'
import css from './home.module.css'

/** Every sitting that has ended, of every bank and over several: no bank lists those. */
export const Storia = () => (
  <Storico
    {...useStoria(null)}
    className={css.tutto}
    href={hrefRivedi}
    banca={({ id_concorso }) =>
      id_concorso === PIU_BANCHE ? risultati.piu_banche : (findBanca(id_concorso)?.concorso ?? storico.banca_tolta)
    }
  />
)
