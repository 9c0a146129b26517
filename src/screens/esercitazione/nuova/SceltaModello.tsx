import { useState } from 'react'
import { readRegolamento } from '#rules/regolamento/leggi'
import { MODELLI, type Modello } from '#rules/regolamento/modelli'
import { nuovaProva as testi } from '../../../text/nuova-prova.ts'
import { Button } from '../../../ui/Button.tsx'
import { Band, Muted, Stack } from '../../../ui/base.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { IconInfo } from '../../../ui/icone.ts'
import { righePunteggi } from '../prova/Regole.tsx'
import { durataModello, isPerDifficolta, type Modulo, modelloDi } from './modulo.ts'
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

/** The rules of a real competition: which one, its source, what the source leaves out. */
export function SceltaModello({
  modulo,
  totale,
  onCambia,
}: {
  modulo: Modulo
  totale: number
  onCambia: (parte: Partial<Modulo>) => void
}) {
  const [aperta, setAperta] = useState(false)
  const modello = modelloDi(modulo.modello)
  if (!modello) return null
  const letto = readRegolamento(modello.regole)
  const avvisi = [
    ...(isPerDifficolta(modello) ? [testi.solo_ufficiali] : []),
    ...(modello.non_indicati ?? []).map((quale) => testi.non_indicati[quale]),
    ...(durataModello(modello) === null ? [testi.senza_tempo] : []),
  ]
  return (
    <Stack>
      <div className={css.modello}>
        <b>{modello.nome}</b>
        <Muted piccolo>{testi.fonte(modello.fonte)}</Muted>
        {letto.ok &&
          righePunteggi(letto.regolamento).map((riga) => (
            <Muted piccolo key={riga}>
              {riga}
            </Muted>
          ))}
        <Muted piccolo>
          {testi.modello_domande(modello.numero_domande)}
          {totale > 0 && totale !== modello.numero_domande && ` ${testi.proporzione(totale)}`}
        </Muted>
        {modello.regole.ammissione?.primi !== undefined || modello.regole.ammissione?.posti !== undefined ? (
          <Muted piccolo>{testi.non_graduatoria}</Muted>
        ) : null}
        <Button misura="sm" aria-haspopup="dialog" onClick={() => setAperta(true)}>
          {testi.scegli_modello}
        </Button>
      </div>
      {avvisi.map((a) => (
        <Band key={a} icona={<IconInfo size={20} />}>
          {a}
        </Band>
      ))}
      {aperta && (
        <Dialog titolo={testi.modello} misura="pieno" onChiudi={() => setAperta(false)}>
          {GRUPPI.map((g) => (
            <section key={g} className={css.gruppo} aria-label={testi.gruppi[g]}>
              <h3>{testi.gruppi[g]}</h3>
              {MODELLI.filter((m) => gruppoDi(m) === g).map((m) => (
                <button
                  key={m.id}
                  type="button"
                  className={css.voce}
                  aria-current={m.id === modello.id || undefined}
                  data-primo={m.id === modello.id || undefined}
                  disabled={isPerDifficolta(m)}
                  onClick={() => {
                    onCambia({ modello: m.id })
                    setAperta(false)
                  }}
                >
                  <b>{m.nome}</b>
                  <span>
                    {m.fonte} · {isPerDifficolta(m) ? testi.solo_ufficiali_breve : testi.totale(m.numero_domande)}
                  </span>
                </button>
              ))}
            </section>
          ))}
        </Dialog>
      )}
    </Stack>
  )
}
