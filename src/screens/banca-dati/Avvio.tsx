import { useSnapshot } from 'valtio'
import type { Failure } from '#contract/result'
import { preferenze, setPreferenza } from '../../state/preferenze.ts'
import { isMisurato, ritmo } from '../../state/ritmo.ts'
import { banca as testi } from '../../text/banca.ts'
import { fraseErrore } from '../../text/errori.ts'
import { domande } from '../../text/formati.ts'
import { Button } from '../../ui/Button.tsx'
import { Muted } from '../../ui/base.tsx'
import { Switch } from '../../ui/Field.tsx'
import { IconPlay } from '../../ui/icone.ts'
import css from './banca.module.css'

/** How many questions the filters leave, how long they take, and the start: always in sight. */
export function Avvio({
  totale,
  guasto,
  inCorso,
  onInizia,
  onAzzera,
}: {
  totale: number | null
  guasto: Failure | null
  inCorso: boolean
  onInizia: () => void
  /** Null when nothing is filtered. */
  onAzzera: (() => void) | null
}) {
  const passo = useSnapshot(ritmo)
  const vuoto = totale === 0
  const nota = guasto
    ? fraseErrore(guasto).testo
    : totale === null
      ? testi.conto
      : vuoto
        ? testi.nessuna_aiuto
        : testi.tempo(totale * passo.secondi, isMisurato(passo))
  return (
    <section className={css.avvio} aria-label={testi.riepilogo}>
      <div className={css.conto} role="status">
        <p>{totale === null ? '…' : vuoto ? testi.nessuna : domande(totale)}</p>
        <Muted piccolo>{nota}</Muted>
      </div>
      {vuoto && onAzzera ? (
        <Button misura="lg" onClick={onAzzera}>
          {testi.togli_filtri}
        </Button>
      ) : (
        <Button
          variante="primario"
          misura="lg"
          icona={<IconPlay size={20} />}
          inCorso={inCorso}
          disabled={!totale}
          onClick={onInizia}
        >
          {testi.inizia}
        </Button>
      )}
      <div className={css.opzioni}>
        <Opzioni />
        {onAzzera && !vuoto && (
          <Button misura="sm" pieno onClick={onAzzera}>
            {testi.togli_filtri}
          </Button>
        )}
      </div>
    </section>
  )
}

/** Settings that hold for every exercise on this device. */
export function Opzioni() {
  const { avanti_da_sola, mescola } = useSnapshot(preferenze)
  return (
    <>
      <Switch checked={avanti_da_sola} onChange={(e) => setPreferenza('avanti_da_sola', e.currentTarget.checked)}>
        {testi.avanti_da_sola}
      </Switch>
      <Switch checked={mescola} onChange={(e) => setPreferenza('mescola', e.currentTarget.checked)}>
        {testi.mescola}
      </Switch>
    </>
  )
}
