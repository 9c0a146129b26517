import { type FormEvent, type ReactNode, useState } from 'react'
import type { BancaGestita } from '#contract/gestione/banche'
import { Button } from '../../ui/Button.tsx'
import { Card, Muted, Row, Stack } from '../../ui/base.tsx'
import { Field, FieldError } from '../../ui/Field.tsx'
import { IconPlus, IconSearch, IconX } from '../../ui/icons.ts'
import css from '../gestione.module.css'
import { ReadState } from '../ReadList.tsx'
import { useConsoleRead } from '../useConsoleRead.ts'
import { bankText as texts } from './entry-text.ts'

type FindProps = { children: (banca: BancaGestita) => ReactNode }

/** Finds published banks by title or body; `atOnce`: the first ones are shown before a search. */
export function FindBanca({ atOnce = false, children }: FindProps & { atOnce?: boolean }) {
  const [searched, setSearched] = useState(atOnce ? '' : null)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setSearched(String(new FormData(event.currentTarget).get('cerca') ?? '').trim())
  }
  return (
    <>
      <form className={css.filtri} onSubmit={submit}>
        <Field label={texts.cerca_banca} name="cerca" maxLength={200} />
        <Button type="submit" icon={<IconSearch size={20} />}>
          {texts.cerca}
        </Button>
      </form>
      {searched !== null && <Found searched={searched}>{children}</Found>}
    </>
  )
}

function Found({ searched, children }: FindProps & { searched: string }) {
  const read = useConsoleRead('banche', { query: { cerca: searched, stato: 'pubblicato', ordine: 'nome' } })
  return (
    <ReadState read={read} cards={1}>
      {({ elementi }) => (
        <ul className={css.righe}>
          {elementi.map((banca) => (
            <li key={banca.id_concorso}>{children(banca)}</li>
          ))}
          {elementi.length === 0 && <Muted as="li">{texts.nessuna_banca}</Muted>}
        </ul>
      )}
    </ReadState>
  )
}

type Chosen = { id_concorso: number; concorso: string }

/** The banks that an entry names. */
export function BankPicker({
  label,
  chosen,
  error,
  onChange,
}: {
  label: string
  chosen: readonly Chosen[]
  error: string | undefined
  onChange: (chosen: Chosen[]) => void
}) {
  return (
    <Card aria-labelledby="banche-t">
      <Stack>
        <h2 id="banche-t">{label}</h2>
        {chosen.length === 0 ? (
          <Muted small>{texts.nessuna_scelta}</Muted>
        ) : (
          <Row wrap>
            {chosen.map(({ id_concorso, concorso }) => (
              <Button
                key={id_concorso}
                size="sm"
                label={texts.togli(concorso)}
                icon={<IconX size={16} />}
                onClick={() => onChange(chosen.filter((c) => c.id_concorso !== id_concorso))}
              >
                {concorso}
              </Button>
            ))}
          </Row>
        )}
        <FieldError text={error} />
        <FindBanca>
          {({ id_concorso, concorso, ente }) => {
            const others = chosen.filter((c) => c.id_concorso !== id_concorso)
            const isChosen = others.length < chosen.length
            return (
              <Row spread wrap>
                <div>
                  {concorso}
                  <Muted small>{ente}</Muted>
                </div>
                <Button
                  size="sm"
                  label={isChosen ? texts.togli(concorso) : texts.aggiungi(concorso)}
                  icon={isChosen ? <IconX size={16} /> : <IconPlus size={16} />}
                  onClick={() => onChange(isChosen ? others : [...chosen, { id_concorso, concorso }])}
                >
                  {isChosen ? texts.togli_corto : texts.aggiungi_corto}
                </Button>
              </Row>
            )
          }}
        </FindBanca>
      </Stack>
    </Card>
  )
}
