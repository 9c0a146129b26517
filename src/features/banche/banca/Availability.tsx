import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import type { BancaLocale } from '#contract/database'
import { DownloadStatus, type DownloadView } from '../../../components/DownloadStatus.tsx'
import { readBancaFigures } from '../../../domain/banca-state.ts'
import { cancelDownload, downloadBanca, downloads } from '../../../domain/downloads.ts'
import { livelloState, loadLivello } from '../../../domain/livello.ts'
import { useDemoCost } from '../../../domain/use-demo-cost.ts'
import { network } from '../../../platform/network.ts'
import { showError } from '../../../session/notices.ts'
import { bancaTextOf } from '../../../text/materie.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { Card, Chip, Row, Stack } from '../../../ui/base.tsx'
import { IconDownload, IconInfo, IconPremium, IconUpdate } from '../../../ui/icons.ts'
import { EmptyState } from '../../../ui/States.tsx'
import css from './banca.module.css'

/** Shows the part of the bank here, why the rest is missing, and how to get it [BK3][BK4]. Empty when all is here. */
export function Availability({ banca }: { banca: BancaLocale }) {
  const texts = bancaTextOf(banca.id_concorso)
  const download = useSnapshot(downloads).by_banca[banca.id_concorso] as DownloadView | undefined
  const { stato: account } = useSnapshot(livelloState)
  const { online } = useSnapshot(network)
  const { id_concorso, concorso, stato, n_domande, n_domande_totali, versione } = banca
  const missing = n_domande_totali - n_domande
  const cost = useDemoCost({ id_concorso, numero_domande: n_domande_totali })

  // biome-ignore lint/correctness/useExhaustiveDependencies: another version on the device has other figures
  useEffect(() => {
    void readBancaFigures(id_concorso)
  }, [id_concorso, versione, n_domande])
  useEffect(() => {
    if (stato !== 1 && online) void loadLivello()
  }, [stato, online])

  const startDownload = async () => {
    const result = await downloadBanca(id_concorso, concorso)
    if (!result.ok && result.error.codice !== 'DOWNLOAD_ANNULLATO' && result.error.codice !== 'DOWNLOAD_INTERROTTO')
      showError(result.error, { scarica: () => void startDownload(), riprova: () => void startDownload() })
  }
  if (download)
    return (
      <Card>
        <DownloadStatus
          view={download}
          onCancel={() => void cancelDownload(id_concorso)}
          onResume={() => void startDownload()}
        />
      </Card>
    )
  if (n_domande === 0)
    return (
      <EmptyState
        icon={<IconDownload size={24} />}
        title={texts.non_scaricata_titolo}
        text={cost?.said ?? texts.non_scaricata_testo}
        actions={
          cost?.riceve === 0 ? (
            <ButtonLink variant="primario" href="/premium" icon={<IconPremium size={20} />}>
              {texts.premium}
            </ButtonLink>
          ) : (
            <Button variant="primario" icon={<IconDownload size={20} />} onClick={() => void startDownload()}>
              {texts.scarica}
            </Button>
          )
        }
      />
    )
  if (stato === 3)
    return (
      <Card>
        <Stack>
          <Row>
            <Chip tone="primario" icon={<IconUpdate size={16} />}>
              {texts.aggiornamento}
            </Chip>
          </Row>
          <p>{texts.aggiornamento_testo(n_domande, n_domande_totali)}</p>
          {cost && <p>{cost.said}</p>}
          <Row>
            <Button variant="primario" onClick={() => void startDownload()}>
              {texts.aggiorna}
            </Button>
          </Row>
        </Stack>
      </Card>
    )
  if (missing <= 0) return null
  // Name the limit of a demo account, because its missing questions are no unfinished download.
  const demo = account !== null && account.quiz_limite !== null && account.quiz_rimasti === 0
  const here = online ? texts.parziale_qui(n_domande, n_domande_totali) : texts.parziale_mancano(missing)
  return (
    <Card>
      <Row spread wrap>
        <Row className={css.perche}>
          <IconInfo size={20} />
          <p>{demo ? texts.parziale_demo(n_domande, n_domande_totali) : [here, cost?.said].join(' ').trim()}</p>
        </Row>
        {demo ? (
          <ButtonLink size="sm" variant="primario" href="/premium" icon={<IconPremium size={16} />}>
            {texts.premium}
          </ButtonLink>
        ) : (
          <Button size="sm" icon={<IconDownload size={16} />} disabled={!online} onClick={() => void startDownload()}>
            {texts.scarica_altre(missing)}
          </Button>
        )}
      </Row>
    </Card>
  )
}
