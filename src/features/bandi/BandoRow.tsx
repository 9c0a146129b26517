import type { Bando } from '#contract/bandi'
import { daysToExpiry } from '#rules/bando'
import { BancaRow } from '../../components/BancaRow.tsx'
import { hrefBando } from '../../domain/hrefs.ts'
import { Chip, type Tone } from '../../ui/base.tsx'
import { IconStar } from '../../ui/icons.ts'
import css from './bandi.module.css'
import { nowForDeadlines } from './bandi-state.ts'
import { daysInWords, filterOptions, shortDeadline, bandiText as texts } from './text.ts'

const urgency = (days: number): Tone => (days <= 1 ? 'errore' : days <= 7 ? 'avviso' : 'neutro')

/** Shows in words how long a call is still open; colour only repeats it. */
export function DaysChip({ scadenza }: { scadenza: string }) {
  const days = daysToExpiry(Date.parse(scadenza), nowForDeadlines())
  return <Chip tone={urgency(days)}>{daysInWords(days)}</Chip>
}

export const placeOf = ({ regione, area_geografica: area }: Bando): string | null =>
  regione ?? (area && filterOptions.area_geografica[area])

/** Shows a call of a list; the whole line opens it. */
export const BandoRow = ({ bando }: { bando: Bando }) => (
  <BancaRow
    href={hrefBando(bando.id_bando)}
    title={bando.nome}
    below={
      <>
        {bando.in_evidenza && (
          <span className={css.stella}>
            <IconStar size={16} /> {texts.in_evidenza} ·{' '}
          </span>
        )}
        {[
          // Many names begin with the body's.
          !bando.nome.startsWith(bando.ente) && bando.ente,
          placeOf(bando),
          bando.posti && texts.posti(bando.posti),
          shortDeadline(Date.parse(bando.scadenza)),
        ]
          .filter(Boolean)
          .join('\u00a0· ')}
      </>
    }
    trailing={<DaysChip scadenza={bando.scadenza} />}
  />
)
