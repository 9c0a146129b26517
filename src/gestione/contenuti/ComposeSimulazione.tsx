import { useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import type { MateriaComponibile } from '#contract/gestione/simulazioni'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card, Muted, Row, Stack } from '../../ui/base.tsx'
import { CountedHead } from '../../ui/CardHead.tsx'
import { Field, FieldError, Switch } from '../../ui/Field.tsx'
import { IconLibrary } from '../../ui/icons.ts'
import { NumberField } from '../../ui/NumberField.tsx'
import { QuotaRow } from '../../ui/QuotaRow.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { ConsolePage } from '../ConsoleFrame.tsx'
import css from '../gestione.module.css'
import { ReadState } from '../ReadList.tsx'
import { useConsoleRead } from '../useConsoleRead.ts'
import { useLeaveQuestion } from '../useLeaveQuestion.tsx'
import { FindBanca } from './BankPicker.tsx'
import { PreviewSimulazione } from './PreviewSimulazione.tsx'
import { EMPTY, MAX_MINUTES, problemsOf, type SimulazioneDraft, todayInItaly, totalOf } from './simulazione-draft.ts'
import { simulazioneText as texts } from './simulazione-text.ts'

const LIST = '/contenuti?tipo=simulazioni'
const HERE = '/contenuti/simulazione'

/** `/contenuti/simulazione`: an official simulation on the bank of `?banca=`, which is chosen first. */
export function ComposeSimulazione() {
  const bank = Number(new URLSearchParams(useSearch()).get('banca')) || null
  return (
    <ConsolePage title={texts.componi} back={LIST} backText={texts.torna} below={<Muted>{texts.componi_sotto}</Muted>}>
      {bank === null ? <PickBank /> : <OnBank key={bank} bank={bank} />}
    </ConsolePage>
  )
}

const PickBank = () => (
  <Card aria-labelledby="banca-t">
    <Stack>
      <h2 id="banca-t">{texts.scegli_banca}</h2>
      <FindBanca atOnce>
        {({ id_concorso, concorso, ente, domande }) => (
          <>
            <Link href={`${HERE}?banca=${id_concorso}`}>{concorso}</Link>
            <Muted small>{[ente, texts.totale(domande)].join(', ')}</Muted>
          </>
        )}
      </FindBanca>
    </Stack>
  </Card>
)

function OnBank({ bank }: { bank: number }) {
  const [, navigate] = useLocation()
  const [draft, setDraft] = useState<SimulazioneDraft>(EMPTY)
  const { question, release } = useLeaveQuestion(JSON.stringify(draft) !== JSON.stringify(EMPTY))
  const read = useConsoleRead('materie_componibili', { query: { id_concorso: bank } })
  if (!read.data) return <ReadState read={read} />
  const { concorso, materie } = read.data
  if (materie.length === 0)
    return <EmptyState icon={<IconLibrary size={24} />} title={texts.senza_materie} text={texts.senza_materie_testo} />
  const change = (part: Partial<SimulazioneDraft>) => setDraft((d) => ({ ...d, ...part }))
  return (
    <>
      {question}
      <Row spread wrap>
        <b>{concorso}</b>
        <ButtonLink href={HERE} size="sm">
          {texts.cambia_banca}
        </ButtonLink>
      </Row>
      <Fields draft={draft} materie={materie} onChange={change} />
      <PreviewSimulazione
        id_concorso={bank}
        draft={draft}
        materie={materie}
        onPublished={(id) => {
          release()
          navigate(`${LIST}&fatta=${id}`)
        }}
      />
    </>
  )
}

type FieldsProps = {
  draft: SimulazioneDraft
  materie: readonly MateriaComponibile[]
  onChange: (part: Partial<SimulazioneDraft>) => void
}

const POINTS = ['corretta', 'sbagliata', 'omessa', 'soglia'] as const

function Fields({ draft, materie, onChange }: FieldsProps) {
  const problems = problemsOf(draft, materie, todayInItaly())
  const total = totalOf(draft, materie)
  // An empty form is not wrong yet.
  const quoteError = total > 0 ? problems.quote : null
  return (
    <>
      <Card>
        <Field
          label={texts.nome}
          value={draft.nome}
          maxLength={500}
          help={texts.nome_aiuto}
          onChange={(e) => onChange({ nome: e.currentTarget.value })}
        />
      </Card>
      <Card aria-labelledby="quante-t">
        <Stack>
          <CountedHead id="quante-t" title={texts.quante} count={total > 0 && texts.totale(total)} />
          <div role="alert">
            <FieldError text={quoteError} />
          </div>
          <div>
            {materie.map(({ id_materia, materia, domande }) => (
              <QuotaRow
                key={id_materia}
                name={materia}
                label={texts.di(materia)}
                available={domande}
                of={texts.su(domande)}
                value={draft.quote[id_materia] ?? 0}
                onChange={(n) => onChange({ quote: { ...draft.quote, [id_materia]: n } })}
              />
            ))}
          </div>
        </Stack>
      </Card>
      <Card aria-labelledby="regole-t">
        <Stack>
          <h2 id="regole-t">{texts.regole}</h2>
          <div className={css.filtri}>
            <NumberField
              label={texts.minuti}
              max={MAX_MINUTES}
              value={draft.minuti}
              onChange={(minuti) => onChange({ minuti })}
            />
            {POINTS.map((name) => (
              <Field
                key={name}
                label={texts[name]}
                value={draft[name]}
                maxLength={12}
                error={problems[name]}
                onChange={(e) => onChange({ [name]: e.currentTarget.value })}
              />
            ))}
          </div>
          <Muted small>{texts.punti_aiuto}</Muted>
          <Switch checked={draft.soloAvanti} onChange={(e) => onChange({ soloAvanti: e.currentTarget.checked })}>
            {texts.solo_avanti}
          </Switch>
        </Stack>
      </Card>
      <Card aria-labelledby="quando-t">
        <Stack>
          <h2 id="quando-t">{texts.quando}</h2>
          <div className={css.filtri}>
            {(['dal', 'fino'] as const).map((name) => (
              <Field
                key={name}
                label={texts[name]}
                type="date"
                min={todayInItaly()}
                value={draft[name]}
                help={texts[`${name}_aiuto`]}
                error={problems[name]}
                onChange={(e) => onChange({ [name]: e.currentTarget.value })}
              />
            ))}
          </div>
        </Stack>
      </Card>
    </>
  )
}
