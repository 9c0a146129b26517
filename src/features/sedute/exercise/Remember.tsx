import { type ReactNode, useEffect, useState } from 'react'
import type { Domanda, DomandaVicina } from '#contract/database'
import { citedNorm } from '#rules/atto-citato'
import { correctPosition } from '#rules/esito'
import { stripHtml } from '#rules/text'
import { differentStretches, type Stretch } from '#rules/vicini/difference'
import type { AnswerOption } from '../../../components/seduta/answer-order.ts'
import { officialNumber } from '../../../components/seduta/DomandaFrame.tsx'
import { AnswerText } from '../../../components/seduta/DomandaText.tsx'
import { onStore } from '../../../store/on-store.ts'
import { viciniText as texts } from '../../../text/vicini.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card, Chip, Muted, Row } from '../../../ui/base.tsx'
import css from './remember.module.css'

/** Neighbours that are offered at once. */
const SHOWN = 3

/**
 * Card after an error in a question without explanation, with the right answer, the norm and the nearest questions of the bank
 * [VC4].
 */
export function Remember({ domanda, options }: { domanda: Domanda; options: readonly AnswerOption[] }) {
  const vicini = useVicini(domanda)
  const right = options.find((o) => o.posizione === correctPosition(domanda))
  const act = citedNorm(plain(domanda, domanda.testo))
  const traps = vicini.filter(({ tipo }) => tipo === 'trappola')
  const near = vicini.filter(({ tipo }) => tipo !== 'trappola').slice(0, SHOWN)
  if (!right) return null
  return (
    <Card aria-labelledby="da-ricordare" className={css.ricorda}>
      <div className={css.nota}>
        <h2 id="da-ricordare">{texts.ricorda}</h2>
        <p>
          {texts.corretta}{' '}
          <b>
            {right.letter}, <AnswerText text={right.text} html={domanda.html} />
          </b>
        </p>
      </div>
      {act !== null && (
        <Row>
          <Muted small as="span">
            {texts.norma}
          </Muted>
          <Chip>{act}</Chip>
        </Row>
      )}
      {traps.map(({ domanda: trap }) => (
        <Trap key={trap.id_domanda} domanda={domanda} trap={trap} />
      ))}
      {near.length > 0 && <Near near={near} />}
    </Card>
  )
}

/** Returns no neighbours until they are read, nor where the bank has none or is gone. */
function useVicini({ id_concorso, id_domanda }: Domanda): readonly DomandaVicina[] {
  const [vicini, setVicini] = useState<readonly DomandaVicina[]>([])
  useEffect(() => {
    let alive = true
    setVicini([])
    void onStore((db) => db.readVicini({ id_concorso, id_domanda })).then((read) => {
      if (alive && read.ok) setVicini(read.value)
    })
    return () => {
      alive = false
    }
  }, [id_concorso, id_domanda])
  return vicini
}

const plain = ({ html }: Domanda, text: string): string => (html ? stripHtml(text) : text).trim()

/** Near-identical question, with the difference. */
function Trap({ domanda, trap }: { domanda: Domanda; trap: Domanda }) {
  const text = plain(trap, trap.testo)
  const stretches = differentStretches(plain(domanda, domanda.testo), text)
  const [first] = stretches
  const changes = first && stretches.length === 1 ? texts.cambia(text.slice(...first)) : texts.altra_risposta
  return (
    <Folded title={texts.trappola(officialNumber(trap))} detail={changes} open={texts.confronta}>
      <Shown domanda={trap} stretches={stretches} />
    </Folded>
  )
}

function Near({ near }: { near: readonly DomandaVicina[] }) {
  const twins = near.filter(({ tipo }) => tipo === 'gemella').length
  return (
    <Folded
      title={texts.altre(near.length)}
      detail={texts.gemelle(twins)}
      open={near.length === 1 ? texts.vedila : texts.vedi}
    >
      <ul className={css.vicine}>
        {near.map(({ tipo, domanda }) => (
          <li key={domanda.id_domanda}>
            <Shown domanda={domanda} stretches={[]} twin={tipo === 'gemella'} />
          </li>
        ))}
      </ul>
    </Folded>
  )
}

/** Line with a button and the content that it opens in place. */
function Folded({
  title,
  detail,
  open,
  children,
}: {
  title: string
  detail: string | null
  open: string
  children: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={css.voce}>
      <div className={css.testa}>
        <p>
          <b>{title}</b>
          {detail !== null && (
            <Muted small as="span">
              {detail}
            </Muted>
          )}
        </p>
        <Button
          size="sm"
          variant="tenue"
          label={`${isOpen ? texts.nascondi : open}: ${title}`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? texts.nascondi : open}
        </Button>
      </div>
      {isOpen && children}
    </div>
  )
}

/** Near question as a person reads it, with its number, its text with the differences marked, and its right answer. */
function Shown({
  domanda,
  stretches,
  twin = false,
}: {
  domanda: Domanda
  stretches: readonly Stretch[]
  twin?: boolean
}) {
  const right = correctPosition(domanda)
  const answer = right === null ? undefined : domanda.risposte[right - 1]
  return (
    <div className={css.vicina}>
      <Muted small>
        {texts.numero(officialNumber(domanda))}
        {twin && `, ${texts.gemella}`}
      </Muted>
      <p>{marked(plain(domanda, domanda.testo), stretches)}</p>
      {answer !== undefined && <p className={css.giusta}>{texts.risposta(plain(domanda, answer))}</p>}
    </div>
  )
}

function marked(text: string, stretches: readonly Stretch[]): ReactNode[] {
  const pieces: ReactNode[] = []
  let here = 0
  for (const [start, end] of stretches) {
    pieces.push(text.slice(here, start), <mark key={start}>{text.slice(start, end)}</mark>)
    here = end
  }
  return [...pieces, text.slice(here)]
}
