import { useEffect, useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { call } from '../../../api/client.ts'
import { createKeptList } from '../../../api/kept-list.ts'
import { network } from '../../../platform/network.ts'
import { risorseText as texts } from '../../../text/risorse.ts'
import { ExternalLink } from '../../../ui/Button.tsx'
import { Card, Row } from '../../../ui/base.tsx'
import { IconExternal } from '../../../ui/icons.ts'

/** Lists the additional resources of a bank that the operator set, at most six (spec §3); empty when none is set [EN26]. */
export function BancaRisorse({ id_concorso }: { id_concorso: number }) {
  const list = useMemo(
    () =>
      createKeptList(
        'risorse_aggiuntive',
        () => call('risorse_aggiuntive', { query: { id_concorso } }),
        `risorse-${id_concorso}`,
      ),
    [id_concorso],
  )
  const { value } = useSnapshot(list.state)
  const { online } = useSnapshot(network)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew when the network is back
  useEffect(() => {
    void list.load()
  }, [online, list])
  const links = texts.voci.flatMap(([name, text]) => {
    const href = value?.[name]
    return href ? [{ name, text, href }] : []
  })
  if (links.length === 0) return null
  return (
    <Card aria-labelledby="risorse">
      <Row wrap>
        <h2 id="risorse">{texts.titolo}</h2>
        {links.map(({ name, text, href }) => (
          <ExternalLink key={name} size="sm" href={href} icon={<IconExternal size={16} />}>
            {text}
          </ExternalLink>
        ))}
      </Row>
    </Card>
  )
}
