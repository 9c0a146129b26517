import { hrefCatalogo } from '../../state/indirizzi.ts'
import { banche, home } from '../../text/banche.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card, Muted } from '../../ui/base.tsx'
import { IconDownload, IconPlus } from '../../ui/icone.ts'
import css from './home.module.css'

/** The empty dashboard teaches: three steps and the first one to take. */
export const Tour = ({ senzaBanche }: { senzaBanche: boolean }) => (
  <Card className={css.eroe} aria-labelledby="tour">
    <h2 id="tour">{senzaBanche ? home.tour_titolo : home.scarica_titolo}</h2>
    <Muted>{senzaBanche ? home.tour_testo : home.scarica_testo}</Muted>
    <ol className={css.tour}>
      {home.passi.map(([titolo, testo], i) => (
        <li key={titolo} aria-current={i === (senzaBanche ? 0 : 1) ? 'step' : undefined}>
          <span className={css.numero} aria-hidden="true">
            {i + 1}
          </span>
          <b>{titolo}</b>
          <span>{testo}</span>
        </li>
      ))}
    </ol>
    <div className={css.cta}>
      {senzaBanche ? (
        <ButtonLink variante="primario" href={hrefCatalogo()} icona={<IconPlus size={20} />}>
          {banche.aggiungi}
        </ButtonLink>
      ) : (
        <ButtonLink variante="primario" href="/banche-dati" icona={<IconDownload size={20} />}>
          {home.scarica}
        </ButtonLink>
      )}
    </div>
  </Card>
)
