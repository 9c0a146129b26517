import type { Domanda } from '#contract/database'
import { LivelloGlyph, LivelloPicker } from '../../components/Livelli.tsx'
import { type GivenAnswer, setLivello } from '../../features/sedute/seduta-state.ts'
import { esercitazioneText as testi } from '../../text/esercitazione.ts'
import { livelloName } from '../../text/livelli.ts'
import { Button } from '../../ui/Button.tsx'
import { Kbd, VisuallyHidden } from '../../ui/base.tsx'
import { cx } from '../../ui/cx.ts'
import { IconBack, IconForward, IconGrid, IconInfo, IconRight, IconWrong } from '../../ui/icons.ts'
import { type EsitoDetto, esitoDetto } from './annuncio.ts'
import css from './esercitazione.module.css'
import comune from './seduta.module.css'

/** Outcome, level and the way on, under the thumb. Before the answer only the way on. */
export function Barra({
  domanda,
  scelta,
  ultima,
  prima,
  tasti,
  nota,
  onPrecedente,
  onProssima,
  onFoglio,
}: {
  domanda: Domanda | null
  scelta: GivenAnswer | null
  /** First and last question of the sitting. */
  prima: boolean
  ultima: boolean
  /** Shortcuts are on: the way on shows its key. */
  tasti: boolean
  /** What has just happened, when it needs a word. */
  nota: string | null
  onPrecedente: () => void
  onProssima: () => void
  onFoglio: () => void
}) {
  const detto = domanda && scelta ? esitoDetto(domanda, scelta) : null
  return (
    <section
      className={cx(css.dock, detto && css.conEsito, detto && css[detto.tono])}
      aria-label={testi.esito_e_navigazione}
    >
      {detto && domanda && scelta && (
        <>
          <div className={css.esito}>
            <p className={css.detto}>
              <IconaEsito tono={detto.tono} />
              {detto.testo}
            </p>
            {detto.nota ? <p className={css.nota}>{detto.nota}</p> : <Passaggio domanda={domanda} scelta={scelta} />}
          </div>
          <LivelloPicker
            value={domanda.statistica.livello_conoscenza}
            disabilitato={!scelta.salvata}
            onSelect={(l) => void setLivello(l)}
          />
        </>
      )}
      <p className={nota === null ? css.muta : css.avviso} role="status">
        {nota}
      </p>
      <div className={css.navigazione}>
        <Button
          iconOnly
          label={testi.precedente}
          icon={<IconBack size={20} />}
          disabled={prima}
          onClick={onPrecedente}
        />
        <span className={comune.soloStretto}>
          <Button iconOnly label={testi.foglio} icon={<IconGrid size={20} />} onClick={onFoglio} />
        </span>
        <Button variant="primario" onClick={onProssima}>
          {ultima ? testi.concludi : testi.prossima}
          <IconForward size={20} />
          {tasti && (
            <span className={css.tasto} aria-hidden="true">
              <Kbd>↵</Kbd>
            </span>
          )}
        </Button>
      </div>
    </section>
  )
}

const IconaEsito = ({ tono }: { tono: EsitoDetto['tono'] }) =>
  tono === 'ok' ? <IconRight size={20} /> : tono === 'errata' ? <IconWrong size={20} /> : <IconInfo size={20} />

/** From which level to which; nothing until the store says so. */
function Passaggio({ domanda, scelta }: { domanda: Domanda; scelta: GivenAnswer }) {
  if (!scelta.salvata) return null
  const dopo = domanda.statistica.livello_conoscenza
  const prima = scelta.livello_prima
  return (
    <p className={css.passaggio}>
      {prima === dopo ? (
        <span>{testi.resta}</span>
      ) : (
        <>
          <span>{testi.da}</span>
          <LivelloGlyph livello={prima} />
          <VisuallyHidden>{livelloName(prima)}</VisuallyHidden>
          <span>{testi.a}</span>
        </>
      )}
      <LivelloGlyph livello={dopo} />
      <b>{livelloName(dopo)}</b>
    </p>
  )
}
