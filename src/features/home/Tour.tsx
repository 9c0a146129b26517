import { hrefCatalog } from '../../domain/hrefs.ts'
import { bancheText, homeText } from '../../text/banche.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card, Muted } from '../../ui/base.tsx'
import { IconDownload, IconPlus } from '../../ui/icons.ts'
import css from './home.module.css'

/** The empty dashboard teaches: three steps and the first one to take. */
export const Tour = ({ noBanche }: { noBanche: boolean }) => (
  <Card className={css.eroe} aria-labelledby="tour">
    <h2 id="tour">{noBanche ? homeText.tour_titolo : homeText.scarica_titolo}</h2>
    <Muted>{noBanche ? homeText.tour_testo : homeText.scarica_testo}</Muted>
    <ol className={css.tour}>
      {homeText.passi.map(([title, text], i) => (
        <li key={title} aria-current={i === (noBanche ? 0 : 1) ? 'step' : undefined}>
          <span className={css.numero} aria-hidden="true">
            {i + 1}
          </span>
          <b>{title}</b>
          <span>{text}</span>
        </li>
      ))}
    </ol>
    <div className={css.cta}>
      {noBanche ? (
        <ButtonLink variant="primario" href={hrefCatalog()} icon={<IconPlus size={20} />}>
          {bancheText.aggiungi}
        </ButtonLink>
      ) : (
        <ButtonLink variant="primario" href="/banche-dati" icon={<IconDownload size={20} />}>
          {homeText.scarica}
        </ButtonLink>
      )}
    </div>
  </Card>
)
