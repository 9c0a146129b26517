import type { TipoPubblicato } from '#contract/gestione/contenuti'
import type { Entry } from '#contract/written-entry'
import { formatDate, formatEuro } from '../../text/formats.ts'
import { ExternalLink } from '../../ui/Button.tsx'
import { Chip, Muted, Row, Stack } from '../../ui/base.tsx'
import css from '../gestione.module.css'
import { entryText as texts } from './entry-text.ts'

type Written = { [T in TipoPubblicato]: Entry<T> }[TipoPubblicato]
type Every<U> = (U extends unknown ? (u: Partial<U>) => void : never) extends (i: infer I) => void ? I : never

const priceOf = ({ tipo_prezzo, prezzo }: Partial<Entry<'articoli'>>): string =>
  tipo_prezzo === 'gratuito' || typeof prezzo !== 'number'
    ? texts.scelta(tipo_prezzo ?? 'variabile')
    : formatEuro(prezzo)

/** An entry in the order in which candidates read it. */
export function EntryPreview({
  tipo,
  voce,
  banche,
}: {
  tipo: TipoPubblicato
  voce: Written
  banche: readonly string[]
}) {
  const v = voce as Every<Written>
  const paragraphs = [v.descrizione, v.testo, ...(v.paragrafi ?? [])].filter((p) => typeof p === 'string')
  const chips = [
    ...(typeof v.posti === 'number' ? [texts.posti(v.posti)] : []),
    ...(v.tipo_prezzo === undefined ? [] : [priceOf(v)]),
  ]
  const link = v.pagina_ufficiale ?? v.link ?? null
  return (
    <Stack as="article">
      {v.pubblicata_il !== undefined && <Muted small>{formatDate(`${v.pubblicata_il}T12:00:00Z`)}</Muted>}
      {v.ente !== undefined && <Muted small>{v.ente}</Muted>}
      <h3>{v.titolo ?? v.nome}</h3>
      {v.scadenza !== undefined && <Muted>{texts.scade(v.scadenza)}</Muted>}
      {chips.length > 0 && (
        <Row wrap>
          {chips.map((chip) => (
            <Chip key={chip}>{chip}</Chip>
          ))}
        </Row>
      )}
      {v.sommario !== undefined && (
        <p>
          <b>{v.sommario}</b>
        </p>
      )}
      {paragraphs.map((p) => (
        <p key={p}>{p}</p>
      ))}
      {v.regole !== undefined && v.regole.length > 0 && (
        <>
          <p>
            <b>{texts.campi.regole}</b>
          </p>
          <ol className={css.numeri}>
            {v.regole.map((regola) => (
              <li key={regola}>{regola}</li>
            ))}
          </ol>
        </>
      )}
      {link !== null && (
        <Row>
          <ExternalLink size="sm" href={link}>
            {v.azione ?? texts.apri[tipo]}
          </ExternalLink>
        </Row>
      )}
      {banche.length > 0 && (
        <Row wrap>
          {banche.map((nome) => (
            <Chip key={nome}>{nome}</Chip>
          ))}
        </Row>
      )}
    </Stack>
  )
}
