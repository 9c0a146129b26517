import { lazy, Suspense, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import type { RisultatoSql } from '#contract/sql'
import { showGuasto, showToast } from '../../state/avvisi.ts'
import { hrefSeduta } from '../../state/indirizzi.ts'
import { oraIso } from '../../state/rete.ts'
import { startScelte } from '../../state/sql.ts'
import { sql as testi } from '../../text/sql.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, Muted, Row, Stack } from '../../ui/base.tsx'
import { IconDownload, IconInfo, IconSearch, IconTarget } from '../../ui/icone.ts'
import { EmptyState } from '../../ui/Stati.tsx'
import { idsOf } from './celle.ts'
import { toCsv } from './csv.ts'
import { figureOf } from './figura.ts'
import css from './sql.module.css'
import { Tabella } from './Tabella.tsx'

const Grafico = lazy(() => import('./Grafico.tsx'))

/** What a query answered: rows, a chart where there are two columns, the ways to take it along. */
export function Esito({ sql, ms, risultato }: { sql: string; ms: number; risultato: RisultatoSql }) {
  const { colonne, righe, tagliato } = risultato
  const [, navigate] = useLocation()
  const [inCorso, setInCorso] = useState(false)
  const figura = useMemo(() => figureOf(colonne, righe), [colonne, righe])
  const domande = useMemo(() => idsOf(colonne, righe), [colonne, righe])
  const esercitati = async (id: readonly number[]) => {
    if (inCorso) return
    setInCorso(true)
    const esito = await startScelte(id)
    setInCorso(false)
    if (esito.ok) {
      const mancano = id.length - esito.value.id_domande.length
      if (mancano > 0) showToast({ testo: testi.non_qui(mancano) })
      navigate(hrefSeduta(esito.value))
    } else showGuasto(esito.error, { riprova: () => void esercitati(id) })
  }
  const scarica = () => {
    saveFile(testi.csv_nome(oraIso().slice(0, 10)), toCsv(colonne, righe))
    showToast({ testo: testi.csv_fatto(righe.length) })
  }
  return (
    <Card aria-labelledby="risultato">
      <Stack>
        <Row ai_lati a_capo>
          <div>
            <h2 id="risultato">{testi.risultato}</h2>
            <Muted piccolo role="status">
              {testi.righe(righe.length)} {testi.in_ms(ms)}
            </Muted>
          </div>
          {righe.length > 0 && (
            <Row a_capo>
              {domande && domande.length > 0 && (
                <Button
                  variante="primario"
                  icona={<IconTarget size={20} />}
                  inCorso={inCorso}
                  onClick={() => void esercitati(domande)}
                >
                  {testi.esercitati(domande.length)}
                </Button>
              )}
              <Button icona={<IconDownload size={20} />} onClick={scarica}>
                {testi.csv}
              </Button>
            </Row>
          )}
        </Row>
        <p className={css.domandata}>
          <code>{sql.replace(/\s+/g, ' ').trim()}</code>
        </p>
        {tagliato && (
          <p className={css.tagliato}>
            <IconInfo size={20} />
            <span>
              {tagliato === 'righe' ? testi.tagliato_righe(righe.length) : testi.tagliato_testo(righe.length)}
            </span>
          </p>
        )}
        {figura && (
          <Suspense>
            <Grafico figura={figura} />
          </Suspense>
        )}
        {righe.length > 0 ? (
          <Tabella colonne={colonne} righe={righe} />
        ) : (
          !tagliato && (
            <EmptyState icona={<IconSearch size={24} />} titolo={testi.nessuna} testo={testi.nessuna_testo} />
          )
        )}
      </Stack>
    </Card>
  )
}

/** Gives a file to the browser's downloads. */
function saveFile(nome: string, testo: string): void {
  const indirizzo = URL.createObjectURL(new Blob([testo], { type: 'text/csv;charset=utf-8' }))
  const a = document.createElement('a')
  a.href = indirizzo
  a.download = nome
  a.click()
  // The download has its own hold on the bytes once the click was served.
  setTimeout(() => URL.revokeObjectURL(indirizzo), 60_000)
}
