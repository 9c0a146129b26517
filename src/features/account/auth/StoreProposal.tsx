import { useState } from 'react'
import { readKey, writeKey } from '../../../platform/web-storage.ts'
import { AwayLink, Button } from '../../../ui/Button.tsx'
import { Card, Muted, Row, Stack } from '../../../ui/base.tsx'
import { storeText as texts } from './text.ts'
import { useStore } from './useStore.ts'

const REFUSED_KEY = 'idoneo.store_no'

/** Proposes the store of a phone that has an application of its own, once a visit [PD14][EB33][EB34]. */
export default function StoreProposal() {
  const store = useStore()
  const [refused, setRefused] = useState(() => readKey('sessione', REFUSED_KEY) !== null)
  if (!store || refused) return null
  return (
    <Card aria-labelledby="store">
      <Stack>
        <h2 id="store">{texts.titolo}</h2>
        <Muted>{texts.nota(store.nome)}</Muted>
        <Row wrap>
          <AwayLink href={store.url}>{texts.apri(store.nome)}</AwayLink>
          <Button
            variant="fantasma"
            onClick={() => {
              writeKey('sessione', REFUSED_KEY, '1')
              setRefused(true)
            }}
          >
            {texts.resta}
          </Button>
        </Row>
      </Stack>
    </Card>
  )
}
