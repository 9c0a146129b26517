import { type FormEvent, useState } from 'react'
import type { PersonaTrovata } from '#contract/gestione/persone'
import type { Failure } from '#contract/result'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Card, Muted, Row, Stack } from '../../ui/base.tsx'
import { Field } from '../../ui/Field.tsx'
import { IconSearch } from '../../ui/icons.ts'
import { EmptyState } from '../../ui/States.tsx'
import { callConsole } from '../api.ts'
import { ConsolePage } from '../ConsoleFrame.tsx'
import { Failed } from '../ReadList.tsx'
import { personeText as texts } from './text.ts'

type Found = { persona: PersonaTrovata | null } | { failure: Failure }

/** The search of one account by its whole address or its number. What was typed stands in no address. */
export function FindPersona() {
  const [found, setFound] = useState<Found | null>(null)
  const [busy, setBusy] = useState(false)
  const [typed, setTyped] = useState('')
  const search = async () => {
    setBusy(true)
    const result = await callConsole('cerca_persona', { corpo: { cerca: typed } })
    setBusy(false)
    setFound(result.ok ? { persona: result.value.trovata } : { failure: result.error })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void search()
  }
  return (
    <ConsolePage title={texts.titolo} below={<Muted>{texts.sotto}</Muted>}>
      <form onSubmit={submit}>
        <Stack>
          <Field
            label={texts.cerca}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            required
            value={typed}
            onChange={(e) => setTyped(e.currentTarget.value)}
          />
          <div>
            <Button type="submit" variant="primario" icon={<IconSearch size={20} />} busy={busy}>
              {texts.cerca_azione}
            </Button>
          </div>
        </Stack>
      </form>
      <div aria-live="polite">{found && <Outcome found={found} onRetry={() => void search()} />}</div>
    </ConsolePage>
  )
}

function Outcome({ found, onRetry }: { found: Found; onRetry: () => void }) {
  if ('failure' in found) return <Failed failure={found.failure} onRetry={onRetry} />
  const { persona } = found
  if (!persona) return <EmptyState icon={<IconSearch size={24} />} title={texts.nessuna} text={texts.nessuna_testo} />
  return (
    <Card>
      <Row spread wrap>
        <div>
          <h2>{texts.trovata(persona.id)}</h2>
          <Muted small>
            {persona.indirizzo} · {texts.livelli[persona.livello]} · {texts.stati[persona.stato]}
          </Muted>
        </div>
        <ButtonLink href={`/persone/${persona.id}`} variant="primario">
          {texts.apri}
        </ButtonLink>
      </Row>
    </Card>
  )
}
