import type { CheckedDomanda } from '#contract/gestione/banche'
import { stripHtml } from '#rules/text'
import { Button } from '../../ui/Button.tsx'
import { Card, Chip, Muted, Row, Stack } from '../../ui/base.tsx'
import { IconEdit } from '../../ui/icons.ts'
import css from './banche.module.css'
import { managedText as texts } from './text.ts'

export const questionNumber = (d: CheckedDomanda): string => d.id_ufficiale ?? String(d.posizione)
const plain = (d: CheckedDomanda, text: string): string => (d.html ? stripHtml(text) : text)

/** A question with its key, people's choices, and its reports. */
export function QuestionCard({ domanda: d, onCorrect }: { domanda: CheckedDomanda; onCorrect: () => void }) {
  const people = d.scelte?.reduce((sum, n) => sum + n, 0) ?? 0
  return (
    <Card as="article">
      <Stack>
        <Row wrap>
          <Muted as="span">{[texts.numero(questionNumber(d)), d.materia].filter((x) => x !== null).join(' · ')}</Muted>
          {d.stato !== 'valida' && <Chip tone="avviso">{texts.stati[d.stato]}</Chip>}
          {d.segnalazioni.map(({ motivo, n }) => (
            <Chip key={motivo} tone="errore">
              {texts.segnalazione(motivo, n)}
            </Chip>
          ))}
        </Row>
        <p className={css.domanda}>{plain(d, d.testo)}</p>
        <ol className={css.risposte}>
          {d.risposte.map((risposta, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two answers may be equal
            <li key={i}>
              {plain(d, risposta)} {i + 1 === d.corretta && <Chip tone="ok">{texts.chiave}</Chip>}{' '}
              {d.scelte && (
                <Muted as="span" small>
                  {texts.scelta(d.scelte[i] ?? 0, people)}
                </Muted>
              )}
            </li>
          ))}
        </ol>
        {d.corretta === null && <Chip tone="avviso">{texts.senza_chiave}</Chip>}
        <Row wrap>
          <Button
            size="sm"
            icon={<IconEdit size={16} />}
            onClick={onCorrect}
            label={`${texts.correggi} ${texts.numero(questionNumber(d))}`}
          >
            {texts.correggi}
          </Button>
          {d.scelte && d.corretta !== null && (
            <Muted as="span" small>
              {texts.giuste(d.scelte[d.corretta - 1] ?? 0, people)}
            </Muted>
          )}
        </Row>
      </Stack>
    </Card>
  )
}
