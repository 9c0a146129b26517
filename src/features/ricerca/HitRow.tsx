import { memo, type ReactNode } from 'react'
import type { Domanda } from '#contract/database'
import { chiaveValida, correctPosition } from '#rules/esito'
import { isPropria } from '#rules/raccolta'
import { matches, parseQuery, type SearchTerm, searchableText, stripHtml } from '#rules/text'
import { LivelloGlyph } from '../../components/Livelli.tsx'
import { Topics } from '../../components/Topics.tsx'
import { esercitazioneText } from '../../text/esercitazione.ts'
import { formatNumber } from '../../text/formats.ts'
import { livelloOfOne } from '../../text/livelli.ts'
import { readingText } from '../../text/modes.ts'
import { ricercaText as texts } from '../../text/ricerca.ts'
import { IconAction } from '../../ui/Button.tsx'
import { Chip, Dotted, VisuallyHidden } from '../../ui/base.tsx'
import { cx } from '../../ui/cx.ts'
import { CheckBox } from '../../ui/Field.tsx'
import { IconCheck, IconDown, IconImage, IconSearch, IconStar } from '../../ui/icons.ts'
import { Skeleton } from '../../ui/States.tsx'
import { useWide } from '../../ui/useWide.ts'
import { excerpt } from './excerpt.ts'
import { FullText, Highlighted } from './Highlighted.tsx'
import css from './hits.module.css'

/** Characters of a question and of an answer in a closed row, four lines and two, on a phone three and one. */
const SHORT = { largo: [240, 120], stretto: [100, 36] } as const

/** Returns the number printed by the body, by which a person may look the question up. */
const printedNumber = (d: Domanda): string => d.id_ufficiale ?? formatNumber(d.indice_uff)

export type HitHandlers = {
  onPick: (place: number, range: boolean) => void
  onExpand: (id_domanda: number) => void
  onStar: (domanda: Domanda) => void
}

/** Row of a hit with its marks, text and right answer; opened, it shows every answer. */
export const HitRow = memo(function HitRow({
  domanda: d,
  place,
  query,
  banca,
  chosen,
  expanded,
  tabStop,
  handlers,
}: {
  domanda: Domanda
  place: number
  query: string
  /** Name of the question's bank; null where there is only one. */
  banca: string | null
  chosen: boolean
  expanded: boolean
  /** True for the only row of the list where Tab stops. */
  tabStop: boolean
  handlers: HitHandlers
}) {
  const label = printedNumber(d)
  const livello = d.statistica.livello_conoscenza
  const preferita = d.statistica.preferiti === 1
  const tabIndex = tabStop ? 0 : -1
  const bare = (text: string) => (d.html ? stripHtml(text) : text)
  const [short, shortest] = SHORT[useWide() ? 'largo' : 'stretto']
  return (
    <div className={cx(css.voce, place === 0 && css.prima, chosen && css.scelta)}>
      <label className={css.spunta}>
        <CheckBox
          tabIndex={tabIndex}
          aria-label={texts.seleziona(label)}
          checked={chosen}
          onChange={() => undefined}
          onClick={(e) => handlers.onPick(place, e.shiftKey)}
        />
      </label>
      <p className={css.meta}>
        <span className={css.livello} title={livelloOfOne(livello)}>
          <LivelloGlyph livello={livello} />
          <VisuallyHidden>{`${livelloOfOne(livello)}.`}</VisuallyHidden>
        </span>
        <Dotted parts={[d.materia, texts.numero(label), banca]} />
        {d.immagine !== null && (
          <span className={css.figura} title={texts.con_figura_nota}>
            <IconImage size={16} />
            <VisuallyHidden>{texts.con_figura_nota}</VisuallyHidden>
          </span>
        )}{' '}
        {d.stato === 'contestata' && <Chip tone="avviso">{esercitazioneText.contestata}</Chip>}
        {d.stato === 'annullata' && <Chip tone="avviso">{esercitazioneText.annullata}</Chip>}
      </p>
      <span className={cx(css.stella, preferita && css.piena)}>
        <IconAction
          tabIndex={tabIndex}
          label={texts.preferita(label)}
          aria-pressed={preferita}
          icon={<IconStar size={20} />}
          onClick={() => handlers.onStar(d)}
        />
      </span>
      <div className={cx(css.quesito, !expanded && css.corto)}>
        {expanded ? (
          <FullText text={d.testo} html={d.html} query={query} />
        ) : (
          <Highlighted text={excerpt(bare(d.testo), query, short)} query={query} />
        )}
      </div>
      <div className={cx(css.sotto, expanded && css.aperto)}>
        {expanded ? (
          <AllAnswers domanda={d} query={query} />
        ) : (
          <ShortAnswers domanda={d} query={query} bare={bare} limit={shortest} />
        )}
      </div>
      <span className={cx(css.freccia, expanded && css.su)}>
        <IconAction
          tabIndex={tabIndex}
          label={texts.espandi(label)}
          aria-expanded={expanded}
          icon={<IconDown size={20} />}
          onClick={() => handlers.onExpand(d.id_domanda)}
        />
      </span>
    </div>
  )
})

type TextParts = { domanda: Domanda; query: string }

const holds = (text: string, term: SearchTerm): boolean =>
  matches(searchableText({ testo: text, risposte: [] }), [term], 'ANY')

/** Right answer, and the first other answer with a term that neither it nor the question has. */
function ShortAnswers({ domanda, query, bare, limit }: TextParts & { bare: (text: string) => string; limit: number }) {
  const correct = correctPosition(chiaveValida(domanda))
  const risposte = domanda.risposte.map(bare)
  const text = correct === null ? undefined : risposte[correct - 1]
  const missing = parseQuery(query).filter((t) => !holds(bare(domanda.testo), t) && !(text && holds(text, t)))
  const other = missing.length === 0 ? undefined : risposte.find((r) => missing.some((t) => holds(r, t)))
  const row = (answer: string, icon: ReactNode, label: string) => (
    <p className={css.risposta}>
      {icon}
      <VisuallyHidden>{label}</VisuallyHidden>
      <span className={css.corto}>
        <Highlighted text={excerpt(answer, query, limit)} query={query} />
      </span>
    </p>
  )
  return (
    <>
      {text !== undefined && row(text, <IconCheck size={16} />, texts.giusta)}
      {other !== undefined && row(other, <IconSearch size={16} />, texts.trovata_in)}
    </>
  )
}

/** Answers in printed order. */
function AllAnswers({ domanda, query }: TextParts) {
  const published = correctPosition(domanda)
  const correct = correctPosition(chiaveValida(domanda))
  return (
    <>
      <ol className={css.risposte}>
        {domanda.risposte.map((text, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the printed position names an answer
          <li key={i} className={cx(i + 1 === correct && css.giusta)}>
            <span className={css.lettera} aria-hidden="true">
              {i + 1 === correct ? <IconCheck size={16} /> : 'ABCDE'[i]}
            </span>
            <span>
              {i + 1 === correct && <VisuallyHidden>{texts.giusta} </VisuallyHidden>}
              <FullText text={text} html={domanda.html} query={query} />
            </span>
          </li>
        ))}
      </ol>
      {correct === null && (
        <p className={css.meta}>
          {published === null
            ? isPropria(domanda.id_domanda)
              ? readingText.senza_chiave_propria
              : texts.senza_chiave
            : texts.pubblicata('ABCDE'[published - 1] ?? '')}
        </p>
      )}
      <Topics domanda={domanda} linked />
    </>
  )
}

/** Placeholder of a hit, with about its measures. */
export const PendingHitRow = () => (
  <div className={css.voce} aria-busy="true">
    <VisuallyHidden>{texts.in_arrivo}</VisuallyHidden>
    <span className={css.spunta} />
    <Skeleton width="40%" height={14} />
    <div className={cx(css.quesito, css.grigie)}>
      <Skeleton height={16} />
      <Skeleton width="70%" height={16} />
    </div>
  </div>
)
