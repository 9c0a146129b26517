import type { LetturaBanca, ScelteImportazione } from '#contract/gestione/importazioni'
import { formatNumber } from '../../text/formats.ts'
import { Button } from '../../ui/Button.tsx'
import { Band, Chip, Muted, Row, Stack } from '../../ui/base.tsx'
import { cx } from '../../ui/cx.ts'
import { type Column, Table } from '../Table.tsx'
import css from './banche.module.css'
import { managedText as texts } from './text.ts'

type Warning = LetturaBanca['avvisi'][number] & { posto: number }
const BASES = [0, 1] as const

const COLUMNS: readonly Column<Warning>[] = [
  { name: texts.riga, cell: ({ riga }) => (riga === null ? texts.tutto_il_file : formatNumber(riga)) },
  { name: texts.tipo, cell: ({ tipo }) => tipo.replaceAll('_', ' ') },
  { name: texts.avviso, cell: ({ testo }) => testo },
]

/** Shows the reading: figures, warnings as a table, the fields to correct at once, and the first questions. */
export function ReadingTable({
  lettura: r,
  onAgain,
}: {
  lettura: LetturaBanca
  onAgain: (more: ScelteImportazione) => void
}) {
  const rest = r.avvisi_totali - r.avvisi.length
  return (
    <Stack>
      <Row wrap>
        <Chip tone="primario">{texts.trovate(r.domande)}</Chip>
        <Chip>{texts.formato(r.formato)}</Chip>
        {r.materie.length > 0 && <Chip>{texts.materie(r.materie.length)}</Chip>}
        {r.con_immagine > 0 && <Chip>{texts.con_immagine(r.con_immagine)}</Chip>}
        {r.senza_chiave > 0 && <Chip tone="avviso">{texts.senza_risposta(r.senza_chiave)}</Chip>}
      </Row>
      {r.base !== null && (
        <Band
          action={BASES.map((n) => (
            <Button key={n} size="sm" aria-pressed={n === r.base} onClick={() => onAgain({ base: n })}>
              {texts.base_da(n)}
            </Button>
          ))}
        >
          {texts.base}
        </Band>
      )}
      {r.regola !== null && (
        <Band
          action={
            <Button size="sm" onClick={() => onAgain({ esatta: r.regola ?? 'A' })}>
              {texts.regola_lettera(r.regola)}
            </Button>
          }
        >
          {texts.regola}
        </Band>
      )}
      <h2>{texts.avvisi(r.avvisi_totali)}</h2>
      <Table
        label={texts.avvisi(r.avvisi_totali)}
        columns={COLUMNS}
        rows={r.avvisi.map((avviso, posto) => ({ ...avviso, posto }))}
        keyOf={({ posto }) => posto}
      />
      {rest > 0 && <Muted>{texts.altri_avvisi(rest)}</Muted>}
      <Examples esempi={r.esempi} />
    </Stack>
  )
}

/** A question as it was read, with its key. */
export const ReadQuestion = ({ id_ufficiale, materia, testo, risposte, corretta }: LetturaBanca['esempi'][number]) => (
  <>
    <Muted small>{[id_ufficiale, materia].filter((x) => x !== null).join(' · ')}</Muted>
    <p className={css.domanda}>{testo}</p>
    <ol className={css.risposte}>
      {risposte.map((risposta, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two answers may be equal
        <li key={place}>
          {risposta} {place + 1 === corretta && <Chip tone="ok">{texts.chiave}</Chip>}
        </li>
      ))}
    </ol>
  </>
)

const Examples = ({ esempi }: Pick<LetturaBanca, 'esempi'>) => (
  <section aria-labelledby="anteprima">
    <Stack>
      <h2 id="anteprima">{texts.anteprima(esempi.length)}</h2>
      <ol className={cx(css.elenco, css.coppia)}>
        {esempi.map((esempio, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a list that never changes
          <li key={i}>
            <ReadQuestion {...esempio} />
          </li>
        ))}
      </ol>
    </Stack>
  </section>
)
