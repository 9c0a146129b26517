import { useSnapshot } from 'valtio'
import type { Domanda } from '#contract/database'
import { sedutaState } from '../../../features/sedute/seduta-state.ts'
import { toggleShownPreferita } from '../../../features/sedute/toggle-preferita.ts'
import { esercitazioneText } from '../../../text/esercitazione.ts'
import { readingText as testi } from '../../../text/modes.ts'
import { Button } from '../../../ui/Button.tsx'
import { Chip } from '../../../ui/base.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconCheck, IconInfo, IconStar } from '../../../ui/icons.ts'
import { numeroDi } from '../Domanda.tsx'
import { Figura } from '../Figura.tsx'
import { Quesito, Testo } from '../Testo.tsx'
import css from './modi.module.css'

/** Subject, number and star of the question that a mode shows. */
export function Sopra({ domanda }: { domanda: Domanda }) {
  const preferita = useSnapshot(sedutaState).domanda?.statistica.preferiti === 1
  return (
    <div className={css.sopra}>
      <p className={css.meta}>
        {domanda.materia !== null && <Chip>{domanda.materia}</Chip>}
        <span>{esercitazioneText.numero_ufficiale(numeroDi(domanda))}</span>
        {domanda.stato !== 'valida' && <Chip tone="avviso">{esercitazioneText[domanda.stato]}</Chip>}
      </p>
      <span className={cx(css.stella, preferita && css.piena)}>
        <Button
          variant="fantasma"
          iconOnly
          label={preferita ? esercitazioneText.togli_preferita : esercitazioneText.aggiungi_preferita}
          aria-pressed={preferita}
          icon={<IconStar size={20} />}
          onClick={() => void toggleShownPreferita()}
        />
      </span>
    </div>
  )
}

/** A question with its right answer and nothing else, in big type. */
export function Letta({ domanda, giusta }: { domanda: Domanda; giusta: number | null }) {
  const testo = giusta === null ? null : (domanda.risposte[giusta - 1] ?? null)
  const annullata = domanda.stato === 'annullata'
  return (
    <>
      <Sopra domanda={domanda} />
      <h1 className={css.grande} aria-live="polite">
        <Quesito testo={domanda.testo} html={domanda.html} />
      </h1>
      {domanda.immagine !== null && <Figura domanda={domanda} numero={numeroDi(domanda)} />}
      <section
        className={cx(css.giusta, (testo === null || annullata) && css.senza)}
        aria-label={annullata ? esercitazioneText.pubblicata : testi.giusta}
      >
        {testo === null ? (
          <p>{testi.senza_chiave}</p>
        ) : (
          <>
            <h2>
              {annullata ? <IconInfo size={18} /> : <IconCheck size={18} />}
              {annullata
                ? esercitazioneText.pubblicata
                : domanda.punti
                  ? testi.piu_efficace
                  : domanda.chiave === 'utente'
                    ? testi.giusta_tua
                    : testi.giusta}
            </h2>
            <Testo testo={testo} html={domanda.html} />
          </>
        )}
      </section>
    </>
  )
}
