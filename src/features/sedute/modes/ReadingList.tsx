import { useEffect, useRef, useState } from 'react'
import { VList, type VListHandle } from 'virtua'
import type { Domanda } from '#contract/database'
import { correctPosition } from '#rules/esito'
import { isPropria } from '#rules/raccolta'
import { stripHtml } from '#rules/text'
import { formatNumber } from '../../../text/formats.ts'
import { readingText as testi } from '../../../text/modes.ts'
import { VisuallyHidden } from '../../../ui/base.tsx'
import { IconCheck } from '../../../ui/icons.ts'
import { Sheet } from '../../../ui/Sheet.tsx'
import { loadPlace } from '../seduta-state.ts'
import css from './modes.module.css'

const TALL = { height: 'min(68dvh, 620px)', width: 'auto' }

/** List of a reading's questions with their right answers, to run through and to jump; questions ever read are ticked. */
export function ReadingList({
  indice,
  n,
  onJump,
  onClose,
}: {
  indice: number
  n: number
  onJump: (indice: number) => void
  onClose: () => void
}) {
  const list = useRef<VListHandle>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list opens at the present place
  useEffect(() => {
    list.current?.scrollToIndex(indice, { align: 'center' })
  }, [])
  return (
    <Sheet title={testi.elenco} onClose={onClose}>
      <VList ref={list} style={TALL} data={[...Array(n).keys()]} itemSize={92}>
        {(i) => <ReadingRow key={i} place={i} isHere={i === indice} onJump={onJump} />}
      </VList>
    </Sheet>
  )
}

function ReadingRow({ place, isHere, onJump }: { place: number; isHere: boolean; onJump: (indice: number) => void }) {
  const [domanda, setDomanda] = useState<Domanda | null | undefined>(undefined)
  useEffect(() => {
    let alive = true
    void loadPlace(place).then((result) => alive && setDomanda(result.ok ? result.value : null))
    return () => {
      alive = false
    }
  }, [place])
  const correct = domanda ? correctPosition(domanda) : null
  const bare = (t: string) => (domanda?.html ? stripHtml(t) : t)
  return (
    <button type="button" className={css.riga} aria-current={isHere || undefined} onClick={() => onJump(place)}>
      <span className={css.numero}>
        <VisuallyHidden>{testi.riga(place + 1)}</VisuallyHidden>
        <span aria-hidden="true">{formatNumber(place + 1)}</span>
        {domanda?.statistica.data_letta != null && (
          <>
            <IconCheck size={16} />
            <VisuallyHidden>{testi.letta}</VisuallyHidden>
          </>
        )}
      </span>
      {domanda ? (
        <span className={css.righe}>
          <b>{bare(domanda.testo)}</b>
          <span>
            {correct === null
              ? isPropria(domanda.id_domanda)
                ? testi.senza_chiave_propria
                : testi.senza_chiave
              : bare(domanda.risposte[correct - 1] ?? '')}
          </span>
        </span>
      ) : (
        <span className={css.righe}>{domanda === null ? testi.elenco_assente : testi.elenco_caricamento}</span>
      )}
    </button>
  )
}
