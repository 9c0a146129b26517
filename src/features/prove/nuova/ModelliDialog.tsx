import { MODELLI, type Modello } from '#rules/regolamento/modelli'
import { Dialog } from '../../../ui/Dialog.tsx'
import { nuovaProvaText as testi } from '../nuova-text.ts'
import css from './nuova.module.css'

type ModelliGroup = keyof typeof testi.gruppi
const GROUPS: readonly ModelliGroup[] = ['ripam', 'giustizia', 'scuola', 'polizia', 'altri']
const PREFIXES: readonly [RegExp, ModelliGroup][] = [
  [/^(ripam|mase)/, 'ripam'],
  [/^(upp|assistenti-giudiziari|notai)/, 'giustizia'],
  [/^scuola/, 'scuola'],
  [/^(polizia|gdf)/, 'polizia'],
]
const groupOf = ({ id }: Modello): ModelliGroup => PREFIXES.find(([p]) => p.test(id))?.[1] ?? 'altri'

/** Dialog to choose a real competition with known rules. */
export const ModelliDialog = ({
  selected,
  onSelect,
  onClose,
}: {
  selected: string | null
  onSelect: (modello: Modello) => void
  onClose: () => void
}) => (
  <Dialog title={testi.modello} size="pieno" onClose={onClose}>
    {GROUPS.map((g) => (
      <section key={g} className={css.gruppo} aria-label={testi.gruppi[g]}>
        <h3>{testi.gruppi[g]}</h3>
        {MODELLI.filter((m) => groupOf(m) === g).map((m) => (
          <button
            key={m.id}
            type="button"
            className={css.voce}
            aria-current={m.id === selected || undefined}
            data-primo={m.id === selected || undefined}
            onClick={() => {
              onSelect(m)
              onClose()
            }}
          >
            <b>{m.nome}</b>
            <span>
              {m.fonte} · {testi.totale(m.numero_domande)}
            </span>
          </button>
        ))}
      </section>
    ))}
  </Dialog>
)
