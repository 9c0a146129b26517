import { useState } from 'react'
import { useLocation } from 'wouter'
import type { BancaCheckup, CheckedDomanda } from '#contract/gestione/banche'
import { Muted, Stack } from '../../ui/base.tsx'
import { IconRight } from '../../ui/icons.ts'
import { SelectField } from '../../ui/LongFields.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { ReadState, Stale } from '../ReadList.tsx'
import { useConsoleRead } from '../useConsoleRead.ts'
import css from './banche.module.css'
import { CorrectDialog } from './CorrectDialog.tsx'
import { QuestionCard } from './QuestionCard.tsx'
import { managedText as texts } from './text.ts'

const GROUPS = [
  'segnalate',
  'altra_scelta',
  'difficili',
  'contestate',
  'annullate',
  'risposte_uguali',
  'senza_immagine',
] as const
const PAIRS = ['gemelle', 'trappole'] as const
type Name = 'scelta' | (typeof GROUPS)[number] | (typeof PAIRS)[number]

/** Returns the questions of each group, by rows: a pair is one row. Empty groups are left out. */
function rowsOf(
  salute: BancaCheckup,
  domanda: number | null,
): { name: Name; total: number; rows: CheckedDomanda[][] }[] {
  const by = new Map(salute.voci.map((d) => [d.id_domanda, d]))
  const of = (ids: readonly number[]) => ids.flatMap((id) => by.get(id) ?? [])
  const chosen = domanda === null ? [] : of([domanda])
  return [
    { name: 'scelta' as const, total: chosen.length, rows: chosen.map((d) => [d]) },
    ...GROUPS.map((name) => ({ name, total: salute[name].totale, rows: of(salute[name].id).map((d) => [d]) })),
    ...PAIRS.map((name) => ({ name, total: salute[name].totale, rows: salute[name].coppie.map(of) })),
  ].filter(({ total }) => total > 0)
}

/** Shows the possible defects of a bank, one group at a time; the group stands in the address. */
export function Health({
  id,
  domanda,
  onChange,
}: {
  id: number
  domanda: number | null
  onChange: () => Promise<void>
}) {
  const query = { id_concorso: id, ...(domanda !== null && { id_domanda: domanda }) }
  const read = useConsoleRead('salute_banca', { query })
  const { data, reload } = read
  const [, navigate] = useLocation()
  const [correcting, setCorrecting] = useState<CheckedDomanda | null>(null)
  const [said, setSaid] = useState<string | null>(null)
  const [wanted, setWanted] = useState<Name | null>(null)
  if (!data) return <ReadState read={read} />
  const groups = rowsOf(data, domanda)
  const shown = groups.find((g) => g.name === wanted) ?? groups[0]
  const select = (name: Name) => {
    setWanted(name)
    if (name !== 'scelta' && domanda !== null) navigate(`/banche/${id}`, { replace: true })
  }
  const readAgain = () => Promise.all([reload(), onChange()])
  const afterwards = (text: string) => {
    setCorrecting(null)
    setSaid(text)
    void readAgain()
  }
  return (
    <Stack>
      <Stale failure={read.failure} onRetry={() => void reload()} />
      <Muted>{texts.riassunto(data.domande, data.senza_chiave)}</Muted>
      <p role="status">{said}</p>
      {!shown ? (
        <EmptyState icon={<IconRight size={24} />} title={texts.sana} text={texts.sana_testo} />
      ) : (
        <>
          <SelectField label={texts.gruppo} value={shown.name} onChange={(e) => select(e.currentTarget.value as Name)}>
            {groups.map(({ name, total }) => (
              <option key={name} value={name}>
                {texts.con_numero(texts.gruppi[name], total)}
              </option>
            ))}
          </SelectField>
          {shown.rows.length < shown.total && <Muted>{texts.mostrate(shown.rows.length, shown.total)}</Muted>}
          <ul className={css.elenco} aria-label={texts.gruppi[shown.name]}>
            {shown.rows.map((row) => (
              <li key={row.map((d) => d.id_domanda).join('-')} className={row.length > 1 ? css.coppia : undefined}>
                {row.map((d) => (
                  <QuestionCard key={d.id_domanda} domanda={d} onCorrect={() => setCorrecting(d)} />
                ))}
              </li>
            ))}
          </ul>
        </>
      )}
      {correcting && (
        <CorrectDialog
          id={id}
          versione={data.versione}
          domanda={correcting}
          onDone={afterwards}
          onStale={() => void readAgain()}
          onClose={() => setCorrecting(null)}
        />
      )}
    </Stack>
  )
}
