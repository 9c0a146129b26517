import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import type { Bando } from '#contract/bandi'
import { bandoFilter, NO_BANDO_FILTER } from '#rules/bando'
import { HREF_BANDI } from '../../domain/hrefs.ts'
import { network } from '../../platform/network.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card, Row } from '../../ui/base.tsx'
import { BandoRow } from './BandoRow.tsx'
import { nowForDeadlines, soonBandi } from './bandi-state.ts'
import { bandiText as texts } from './text.ts'

/** Lists on the home the next calls to expire, if any. */
export function SoonBandi() {
  const { value } = useSnapshot(soonBandi.state)
  const { online } = useSnapshot(network)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew when the network is back
  useEffect(() => {
    void soonBandi.load()
  }, [online])
  const bandi = ((value?.elementi ?? []) as readonly Bando[]).filter(bandoFilter(NO_BANDO_FILTER, nowForDeadlines()))
  if (bandi.length === 0) return null
  return (
    <Card aria-labelledby="bandi">
      <Row spread>
        <h2 id="bandi">{texts.titolo}</h2>
        <ButtonLink variant="fantasma" flush="end" size="sm" href={HREF_BANDI}>
          {texts.tutti}
        </ButtonLink>
      </Row>
      <div>
        {bandi.map((b) => (
          <BandoRow key={b.id_bando} bando={b} />
        ))}
      </div>
    </Card>
  )
}
