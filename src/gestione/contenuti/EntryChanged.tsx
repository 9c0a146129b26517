import type { ConsoleResponseOf } from '#contract/gestione'
import type { EntryField } from '#contract/written-entry'
import { formatList } from '../../text/formats.ts'
import { Button } from '../../ui/Button.tsx'
import { Band, Muted, Row, Stack } from '../../ui/base.tsx'
import { differing, type EntryDraft, italianClock, toDraft } from './entry-draft.ts'
import { entryText as texts } from './entry-text.ts'

type Written = ConsoleResponseOf<'contenuto_scritto'>
/** An entry that somebody saved while this form was open: as the form read it, and as it stands. */
export type Overtaken = { seen: Written['voce']; now: Written }

function asRead({ nome, genere }: EntryField, draft: EntryDraft, { banche }: Written): string {
  const value = draft[nome] ?? ''
  if (genere === 'banche') return banche.length > 0 ? formatList(banche.map((b) => b.concorso)) : texts.vuoto
  if (typeof value === 'boolean') return value ? texts.si : texts.no
  const text = String(value)
  if (text === '') return genere === 'scelta' ? texts.non_detto : texts.vuoto
  if (genere === 'scelta') return texts.scelta(text)
  return genere === 'istante' ? italianClock(text).replace('T', ' ') : text
}

/** Shows the fields that somebody else saved, beside the draft that stays, and copies one into it. */
export function EntryChanged({
  overtaken: { seen, now },
  fields,
  draft,
  onUse,
}: {
  overtaken: Overtaken
  fields: readonly EntryField[]
  draft: EntryDraft
  onUse: (field: EntryField, value: EntryDraft[string]) => void
}) {
  const present = toDraft(fields, now.voce)
  const changed = differing(differing(fields, toDraft(fields, seen), present), present, draft)
  return (
    <Stack>
      <Band tone="avviso">{texts.cambiata}</Band>
      {changed.map((field) => (
        <Stack key={field.nome}>
          <Muted small>{texts.ora(texts.campi[field.nome] ?? field.nome)}</Muted>
          {asRead(field, present, now)
            .split('\n\n')
            .map((line) => (
              <p key={line}>{line}</p>
            ))}
          <Row>
            <Button size="sm" onClick={() => onUse(field, present[field.nome] ?? '')}>
              {texts.usa(texts.campi[field.nome] ?? field.nome)}
            </Button>
          </Row>
        </Stack>
      ))}
      {changed.length === 0 && <Muted>{texts.niente_di_altri}</Muted>}
    </Stack>
  )
}
