import { useEffect, useRef, useState } from 'react'
import { VList, type VListHandle } from 'virtua'
import type { Domanda } from '#contract/database'
import { correctPosition } from '#rules/esito'
import { stripHtml } from '#rules/text'
import { loadPlace } from '../../../features/sedute/seduta-state.ts'
import { formatNumber } from '../../../text/formats.ts'
import { readingText as testi } from '../../../text/modes.ts'
import { VisuallyHidden } from '../../../ui/base.tsx'
import { IconCheck } from '../../../ui/icons.ts'
import { Sheet } from '../../../ui/Sheet.tsx'
import css from './modi.module.css'

const ALTA = { height: 'min(68dvh, 620px)', width: 'auto' }

/** All the questions of a reading with their right answers, to run through and to jump; what was ever read is ticked. */
export function Elenco({
  indice,
  n,
  onVai,
  onChiudi,
}: {
  indice: number
  n: number
  onVai: (indice: number) => void
  onChiudi: () => void
}) {
  const lista = useRef<VListHandle>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it opens where one is
  useEffect(() => {
    lista.current?.scrollToIndex(indice, { align: 'center' })
  }, [])
  return (
    <Sheet title={testi.elenco} onClose={onChiudi}>
      <VList ref={lista} style={ALTA} data={[...Array(n).keys()]} itemSize={92}>
        {(i) => <Riga key={i} posto={i} qui={i === indice} onVai={onVai} />}
      </VList>
    </Sheet>
  )
}

function Riga({ posto, qui, onVai }: { posto: number; qui: boolean; onVai: (indice: number) => void }) {
  const [domanda, setDomanda] = useState<Domanda | null | undefined>(undefined)
  useEffect(() => {
    let vivo = true
    void loadPlace(posto).then((esito) => vivo && setDomanda(esito.ok ? esito.value : null))
    return () => {
      vivo = false
    }
  }, [posto])
  const giusta = domanda ? correctPosition(domanda) : null
  const bare = (t: string) => (domanda?.html ? stripHtml(t) : t)
  return (
    <button type="button" className={css.riga} aria-current={qui || undefined} onClick={() => onVai(posto)}>
      <span className={css.numero}>
        <VisuallyHidden>{testi.riga(posto + 1)}</VisuallyHidden>
        <span aria-hidden="true">{formatNumber(posto + 1)}</span>
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
          <span>{giusta === null ? testi.senza_chiave : bare(domanda.risposte[giusta - 1] ?? '')}</span>
        </span>
      ) : (
        <span className={css.righe}>{domanda === null ? testi.elenco_assente : testi.elenco_caricamento}</span>
      )}
    </button>
  )
}
