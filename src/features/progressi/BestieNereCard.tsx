import { useEffect, useRef, useState } from 'react'
import type { Abitudine, BancaLocale, BestiaNera, Domanda } from '#contract/database'
import { correctPosition } from '#rules/esito'
import { stripHtml } from '#rules/text'
import { AnswerLine, QuestionDetails } from '../../components/dopo/QuestionDetails.tsx'
import { ErroriRows } from '../../components/martella/ErroriRows.tsx'
import type { useErrori } from '../../domain/use-errori.ts'
import { onStore } from '../../store/on-store.ts'
import { martellaText as texts } from '../../text/martella.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, Muted, Row, Stack } from '../../ui/base.tsx'
import { CardHead } from '../../ui/CardHead.tsx'
import { IconCheck, IconDown } from '../../ui/icons.ts'
import { PrintWay } from '../stampa/index.ts'
import css from './progressi.module.css'

type Read = { domande: ReadonlyMap<number, Domanda>; abitudini: ReadonlyMap<number, Abitudine> }
const NONE: Read = { domande: new Map(), abitudini: new Map() }

/** Reads the questions of some bestie nere bank by bank, with the wrong answer that recurs for each. */
function useBestie(bestie: readonly BestiaNera[]): Read {
  const [read, setRead] = useState(NONE)
  const key = bestie.map((b) => `${b.id_domanda} ${b.errori}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the list
  useEffect(() => {
    let current = true
    const banks = [...new Set(bestie.map((b) => b.id_concorso))]
    const readBank = (id_concorso: number) => {
      const id_domande = bestie.flatMap((b) => (b.id_concorso === id_concorso ? [b.id_domanda] : []))
      return onStore((db) => db.readDomande({ id_concorso, id_domande }))
    }
    const habits = onStore((db) => db.readAbitudini({ id_domande: bestie.map((b) => b.id_domanda) }))
    void Promise.all([Promise.all(banks.map(readBank)), habits]).then(([domande, abitudini]) => {
      if (!current) return
      setRead({
        domande: new Map(domande.flatMap((r) => (r.ok ? r.value.map((d) => [d.id_domanda, d] as const) : []))),
        abitudini: new Map(abitudini.ok ? abitudini.value.map((a) => [a.id_domanda, a]) : []),
      })
    })
    return () => {
      current = false
    }
  }, [key])
  return read
}

const SHOWN = 5

type Materia = { id_materia: number | null; materia: string }

/** Card of the errors to end, the bestie nere one by one and the tamed ones [MB1][MB2]. `banca` is null for every bank. */
export function BestieNereCard({
  banca,
  materie,
  errors: { errori, busy, start },
}: {
  banca: BancaLocale | null
  materie: readonly Materia[]
  errors: ReturnType<typeof useErrori>
}) {
  const card = useRef<HTMLDivElement>(null)
  const ready = errori !== null
  useEffect(() => {
    if (ready && location.hash === '#errori') card.current?.scrollIntoView()
  }, [ready])
  if (!errori) return null
  const { nere, domate } = errori
  return (
    <Card ref={card} aria-labelledby="errori">
      <CardHead id="errori" title={texts.errori} text={texts.sotto} />
      <ErroriRows errori={errori} busy={busy} onStart={(ids) => void start(ids)} />
      {nere.length > 0 && (
        <Stack id="bestie-nere">
          <Row spread wrap>
            <div>
              <h3>{texts.nere}</h3>
              <Muted small>{texts.nere_sotto}</Muted>
            </div>
            {banca && (
              <PrintWay
                banca={banca}
                filtro={{ id_concorso: banca.id_concorso }}
                ordine="UFFICIALE"
                materie={materie}
                count={nere.length}
                scelte={{ titolo: texts.nere, id_domande: nere.map((b) => b.id_domanda) }}
              />
            )}
          </Row>
          <div>
            <Bestie bestie={nere} />
          </div>
        </Stack>
      )}
      {domate.length > 0 && (
        <details className={css.scaffale}>
          <summary>
            <IconCheck size={16} />
            <span>{texts.domate(domate.length)}</span>
            <IconDown size={16} />
          </summary>
          <Bestie bestie={domate} />
        </details>
      )}
    </Card>
  )
}

function Bestie({ bestie }: { bestie: readonly BestiaNera[] }) {
  const [all, setAll] = useState(false)
  const shown = all ? bestie : bestie.slice(0, SHOWN)
  const { domande, abitudini } = useBestie(shown)
  return (
    <>
      {shown.map((b) => (
        <Bestia
          key={b.id_domanda}
          bestia={b}
          domanda={domande.get(b.id_domanda)}
          abitudine={abitudini.get(b.id_domanda)}
        />
      ))}
      {bestie.length > shown.length && (
        <Button variant="fantasma" flush="start" size="sm" onClick={() => setAll(true)}>
          {texts.altre(bestie.length - shown.length)}
        </Button>
      )}
    </>
  )
}

function Bestia({
  bestia: { errori, risposte },
  domanda,
  abitudine,
}: {
  bestia: BestiaNera
  domanda: Domanda | undefined
  abitudine: Abitudine | undefined
}) {
  const bare = (text: string) => (domanda?.html ? stripHtml(text) : text)
  const correct = domanda ? correctPosition(domanda) : null
  return (
    <QuestionDetails
      text={domanda ? bare(domanda.testo) : ' '}
      below={
        <Muted small as="span">
          {texts.conto(errori, risposte)}
        </Muted>
      }
    >
      {domanda && correct !== null && (
        <AnswerLine tone="ok" name={texts.corretta}>
          {bare(domanda.risposte[correct - 1] ?? '')}
        </AnswerLine>
      )}
      {domanda && abitudine && (
        <AnswerLine tone="errore" name={texts.scegli(abitudine.volte, abitudine.errori)}>
          {bare(domanda.risposte[abitudine.risposta - 1] ?? '')}
        </AnswerLine>
      )}
    </QuestionDetails>
  )
}
