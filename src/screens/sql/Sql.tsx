import { useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Failure } from '#contract/result'
import { MAX_COPIE_BYTE, type PesoCopie, type RisultatoSql, type TabellaSql } from '#contract/sql'
import { archivio } from '../../state/archivio.ts'
import { enterSql, finestra, leaveSql, runSql } from '../../state/sql.ts'
import { readStoria } from '../../state/sql-storia.ts'
import { sql as testi } from '../../text/sql.ts'
import { Card, Muted } from '../../ui/base.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { IconWarn } from '../../ui/icone.ts'
import { Pagina } from '../../ui/Pagina.tsx'
import { EmptyState, SkeletonCards } from '../../ui/Stati.tsx'
import { Banche } from './Banche.tsx'
import { Editor } from './Editor.tsx'
import { Esempi } from './Esempi.tsx'
import { Esito } from './Esito.tsx'
import { Rifiuto } from './Rifiuto.tsx'
import { Schema } from './Schema.tsx'
import css from './sql.module.css'

/** `/ricerca/sql`: the person's own data under SQL, for reading only. */
export default function Sql() {
  const vista = useSnapshot(finestra)
  const [testo, setTesto] = useState(finestra.bozza)
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    readStoria()
    void enterSql()
    return leaveSql
  }, [])
  const scrivi = (nuovo: string) => {
    finestra.bozza = nuovo
    setTesto(nuovo)
  }
  const prova = (nuovo: string) => {
    scrivi(nuovo)
    area.current?.scrollIntoView({ block: 'nearest' })
    void runSql(nuovo)
  }
  /** Writes a name where the person is writing. */
  const inserisci = (nome: string) => {
    const nodo = area.current
    if (!nodo) return
    const { selectionStart: da, selectionEnd: a, value } = nodo
    nodo.setRangeText(/[\w"]$/.test(value.slice(0, da)) ? ` ${nome}` : nome, da, a, 'end')
    nodo.focus()
    scrivi(nodo.value)
  }
  const peso = vista.peso as PesoCopie | null
  const esito = vista.esito as { sql: string; ms: number; risultato: RisultatoSql } | null
  const guasto = vista.guasto as Failure | null
  const { gradino } = useSnapshot(archivio)
  const totale = (peso?.banche ?? [])
    .filter((b) => vista.scelte.includes(b.id_concorso))
    .reduce((somma, b) => somma + b.byte, peso?.utente ?? 0)
  return (
    <Pagina titolo={testi.titolo} sotto={<Muted>{testi.sotto}</Muted>} indietro="/ricerca">
      {gradino === 'asm' ? (
        <EmptyState icona={<IconWarn size={24} />} titolo={testi.non_aperta} testo={testi.senza_wasm} />
      ) : vista.fase === 'mai' || vista.fase === 'pesa' ? (
        <SkeletonCards />
      ) : !peso ? (
        <ErrorState titolo={testi.non_aperta} guasto={guasto} onRiprova={() => void enterSql()} />
      ) : (
        <div className={css.colonne}>
          <div className={css.lavoro}>
            <Card aria-label={testi.editor}>
              <Editor
                rif={area}
                testo={testo}
                onScrivi={scrivi}
                onEsegui={() => void runSql(testo)}
                in_corso={vista.in_corso}
                copiate={vista.copiate}
                bloccato={totale > MAX_COPIE_BYTE}
              />
            </Card>
            {guasto && <Rifiuto guasto={guasto} />}
            {vista.rifiuto && (
              <Rifiuto guasto={vista.rifiuto.guasto as Failure} sql={vista.rifiuto.sql} area={area} testo={testo} />
            )}
            {esito && <Esito key={`${esito.sql}\n${esito.ms}`} {...esito} />}
          </div>
          <div className={css.lato}>
            <Esempi onProva={prova} />
            <Banche peso={peso} scelte={vista.scelte} totale={totale} occupata={vista.in_corso !== null} />
            <Schema tabelle={vista.tabelle as TabellaSql[]} onInserisci={inserisci} />
          </div>
        </div>
      )}
    </Pagina>
  )
}
