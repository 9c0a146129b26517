import { MODELLI, type Modello } from '#rules/regolamento/modelli'
import { nuovaProvaText as testi } from '../../../features/prove/nuova-text.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import css from './nuova.module.css'

type Gruppo = keyof typeof testi.gruppi
const GRUPPI: readonly Gruppo[] = ['ripam', 'giustizia', 'scuola', 'polizia', 'altri']
const PREFISSI: readonly [RegExp, Gruppo][] = [
  [/^(ripam|mase)/, 'ripam'],
  [/^(upp|assistenti-giudiziari|notai)/, 'giustizia'],
  [/^scuola/, 'scuola'],
  [/^(polizia|gdf)/, 'polizia'],
]
const gruppoDi = ({ id }: Modello): Gruppo => PREFISSI.find(([p]) => p.test(id))?.[1] ?? 'altri'

/** The real competitions whose rules are known, to choose one. */
export const ElencoModelli = ({
  scelto,
  onScegli,
  onChiudi,
}: {
  scelto: string | null
  onScegli: (modello: Modello) => void
  onChiudi: () => void
}) => (
  <Dialog title={testi.modello} size="pieno" onClose={onChiudi}>
    {GRUPPI.map((g) => (
      <section key={g} className={css.gruppo} aria-label={testi.gruppi[g]}>
        <h3>{testi.gruppi[g]}</h3>
        {MODELLI.filter((m) => gruppoDi(m) === g).map((m) => (
          <button
            key={m.id}
            type="button"
            className={css.voce}
            aria-current={m.id === scelto || undefined}
            data-primo={m.id === scelto || undefined}
            onClick={() => {
              onScegli(m)
              onChiudi()
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
