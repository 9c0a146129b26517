import { Suspense, useState } from 'react'
import { useSnapshot } from 'valtio'
import { network } from '../../../platform/network.ts'
import { showToast } from '../../../session/notices.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card, Muted, Row, Stack } from '../../../ui/base.tsx'
import { CardHead } from '../../../ui/CardHead.tsx'
import { IconSynced } from '../../../ui/icons.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { cloudText as texts } from '../cloud-text.ts'
import { PastActs } from './PastActs.tsx'

const CloudDialog = lazyPart(() => import('./CloudDialog.tsx'))

/** Syncs with the cloud by hand (spec §4), and takes the act back for thirty days (D28). */
export function CloudCard({ id_concorso }: { id_concorso: number }) {
  const [open, setOpen] = useState(false)
  const { online } = useSnapshot(network)
  return (
    <Card aria-labelledby="cloud">
      <Stack>
        <CardHead id="cloud" title={texts.titolo} text={texts.testo} />
        <Row wrap>
          <Button icon={<IconSynced size={20} />} disabled={!online} onClick={() => setOpen(true)}>
            {texts.apri}
          </Button>
          {!online && <Muted small>{texts.offline}</Muted>}
        </Row>
        <PastActs id_concorso={id_concorso} atto="cloud" label={texts.passati} />
      </Stack>
      {open && (
        <Suspense>
          <CloudDialog
            id_concorso={id_concorso}
            onClose={() => setOpen(false)}
            onDone={(text) => {
              setOpen(false)
              showToast({ text })
            }}
          />
        </Suspense>
      )}
    </Card>
  )
}
