import { ProgressBar, SedutaHeader } from '../../../components/seduta/SedutaHeader.tsx'
import { esercitazioneText as testi } from '../../../text/esercitazione.ts'
import { formatNumber } from '../../../text/formats.ts'
import { martellaText } from '../../../text/martella.ts'
import { VisuallyHidden } from '../../../ui/base.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconRight, IconWrong } from '../../../ui/icons.ts'
import { Menu, type MenuItem } from '../../../ui/Menu.tsx'
import css from './exercise.module.css'

/** Header with the place in the sitting, the counts and the ways out. */
export function ExerciseHeader({
  indice,
  n,
  corrette,
  errate,
  nulle,
  drill,
  items,
  onLeave,
  onPause,
}: {
  indice: number
  n: number
  /** Questions of a drill that are ended, and their total; null in other sittings. */
  drill: { ended: number; n: number } | null
  corrette: number
  errate: number
  nulle: number
  items: readonly MenuItem[]
  onLeave: () => void
  onPause: () => void
}) {
  const parts = drill
    ? [{ count: drill.ended, look: css.fatteOk }]
    : [
        { count: corrette, look: css.fatteOk },
        { count: errate, look: css.fatteErrate },
        { count: nulle, look: css.fatteNulle },
      ]
  return (
    <SedutaHeader
      texts={testi}
      indice={indice}
      n={n}
      spread
      beside={
        <span className={css.esiti}>
          <span className={cx(css.conto, css.ok)}>
            <IconRight size={16} />
            <b aria-hidden="true">{formatNumber(corrette)}</b>
            <VisuallyHidden>{testi.corrette(corrette)}</VisuallyHidden>
          </span>
          <span className={cx(css.conto, css.errata)}>
            <IconWrong size={16} />
            <b aria-hidden="true">{formatNumber(errate)}</b>
            <VisuallyHidden>{testi.errate(errate)}</VisuallyHidden>
          </span>
        </span>
      }
      {...(drill && { place: martellaText.restano(drill.n - drill.ended) })}
      progress={
        drill ? (
          <ProgressBar label={martellaText.avanzamento} done={drill.ended} n={drill.n} parts={parts} />
        ) : (
          <ProgressBar label={testi.avanzamento} done={corrette + errate + nulle} n={n} parts={parts} />
        )
      }
      menu={<Menu label={testi.altre_azioni} items={items} />}
      onLeave={onLeave}
      onPause={onPause}
    />
  )
}
