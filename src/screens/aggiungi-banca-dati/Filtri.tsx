import { useSnapshot } from 'valtio'
import { type FiltroCatalogo, MAX_PAROLE, catalogo as stato } from '../../state/catalogo.ts'
import { catalogo as testi } from '../../text/banche.ts'
import { SearchField } from '../../ui/Field.tsx'
import { Picker } from '../../ui/Scelta.tsx'
import css from './aggiungi.module.css'

/** Body, profile, year and words; each list is a dialog, the whole screen on a phone. */
export function Filtri({ filtro, onCambia }: { filtro: FiltroCatalogo; onCambia: (f: FiltroCatalogo) => void }) {
  const { enti, profili, anni } = useSnapshot(stato)
  return (
    <search className={css.filtri}>
      <SearchField
        etichetta={testi.cerca}
        placeholder={testi.cerca}
        value={filtro.search}
        maxLength={MAX_PAROLE}
        onCerca={(search) => onCambia({ ...filtro, search })}
      />
      <div className={css.scelte}>
        <Picker
          etichetta={testi.ente}
          tutte={testi.tutti_enti}
          voci={enti.map((e) => ({ valore: String(e.id_ente), testo: e.ente }))}
          valore={filtro.id_ente === null ? null : String(filtro.id_ente)}
          onScegli={(v) => onCambia({ ...filtro, id_ente: v === null ? null : Number(v) })}
        />
        <Picker
          etichetta={testi.profilo}
          tutte={testi.tutti_profili}
          voci={profili.map((p) => ({ valore: p, testo: p }))}
          valore={filtro.profilo}
          onScegli={(profilo) => onCambia({ ...filtro, profilo })}
        />
        <Picker
          etichetta={testi.anno}
          tutte={testi.tutti_anni}
          voci={anni.map((a) => ({ valore: String(a), testo: String(a) }))}
          valore={filtro.anno === null ? null : String(filtro.anno)}
          onScegli={(v) => onCambia({ ...filtro, anno: v === null ? null : Number(v) })}
        />
      </div>
    </search>
  )
}
