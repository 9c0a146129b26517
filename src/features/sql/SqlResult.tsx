import { Suspense, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import type { SqlResultSet } from '#contract/sql'
import { hrefSeduta } from '../../domain/hrefs.ts'
import { sayAtStart } from '../../domain/said-at-start.ts'
import { nowIso } from '../../platform/network.ts'
import { showError, showToast } from '../../session/notices.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, Muted, Row, Stack } from '../../ui/base.tsx'
import { toCsv } from '../../ui/csv.ts'
import { IconDownload, IconInfo, IconSearch, IconTarget } from '../../ui/icons.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { EmptyState } from '../../ui/States.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { idsOf } from './cells.ts'
import { chartOf } from './chart.ts'
import { ResultTable } from './ResultTable.tsx'
import css from './sql.module.css'
import { startSqlSeduta } from './sql-state.ts'
import { sqlText as texts } from './text.ts'

const SqlChart = lazyPart(() => import('./SqlChart.tsx'))

/** Result of a query with its rows, a chart where there are two columns, and the actions on it. */
export function SqlResult({ sql, ms, result }: { sql: string; ms: number; result: SqlResultSet }) {
  const { colonne: columns, righe: rows, tagliato: truncated } = result
  const [, navigate] = useLocation()
  const [busy, setBusy] = useState(false)
  const chart = useMemo(() => chartOf(columns, rows), [columns, rows])
  const domande = useMemo(() => idsOf(columns, rows), [columns, rows])
  const practise = async (id: readonly number[]) => {
    if (busy) return
    setBusy(true)
    const outcome = await startSqlSeduta(id)
    setBusy(false)
    if (outcome.ok) {
      const missing = id.length - outcome.value.id_domande.length
      if (missing > 0) sayAtStart(outcome.value.id, texts.non_qui(missing))
      navigate(hrefSeduta(outcome.value))
    } else showError(outcome.error, { riprova: () => void practise(id) })
  }
  const startDownload = () => {
    saveFile(texts.csv_nome(nowIso().slice(0, 10)), toCsv(columns, rows), 'text/csv;charset=utf-8')
    showToast({ text: texts.csv_fatto(rows.length) })
  }
  return (
    <Card aria-labelledby="risultato">
      <Stack>
        <Row spread wrap>
          <div>
            <h2 id="risultato">{texts.risultato}</h2>
            <Muted small role="status">
              {texts.righe(rows.length)} {texts.in_ms(ms)}
            </Muted>
          </div>
          {rows.length > 0 && (
            <Row wrap>
              {domande && domande.length > 0 && (
                <Button
                  variant="primario"
                  icon={<IconTarget size={20} />}
                  busy={busy}
                  onClick={() => void practise(domande)}
                >
                  {texts.esercitati(domande.length)}
                </Button>
              )}
              <Button icon={<IconDownload size={20} />} onClick={startDownload}>
                {texts.csv}
              </Button>
            </Row>
          )}
        </Row>
        <p className={css.domandata}>
          <code>{sql.replace(/\s+/g, ' ').trim()}</code>
        </p>
        {truncated && (
          <p className={css.tagliato}>
            <IconInfo size={20} />
            <span>{truncated === 'righe' ? texts.tagliato_righe(rows.length) : texts.tagliato_testo(rows.length)}</span>
          </p>
        )}
        {chart && (
          <Suspense>
            <SqlChart data={chart} />
          </Suspense>
        )}
        {rows.length > 0 ? (
          <ResultTable columns={columns} rows={rows} />
        ) : (
          !truncated && <EmptyState icon={<IconSearch size={24} />} title={texts.nessuna} text={texts.nessuna_testo} />
        )}
      </Stack>
    </Card>
  )
}
