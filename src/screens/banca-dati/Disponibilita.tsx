import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import type { BancaLocale } from '#contract/database'
import { showGuasto } from '../../state/avvisi.ts'
import { readFigure } from '../../state/banca.ts'
import { livello, loadLivello } from '../../state/livello.ts'
import { rete } from '../../state/rete.ts'
import { cancelDownload, downloadBanca, scarichi } from '../../state/scarichi.ts'
import { banca as testi } from '../../text/banca.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, Chip, Row, Stack } from '../../ui/base.tsx'
import { IconDownload, IconInfo, IconUpdate } from '../../ui/icone.ts'
import { Scarico, type ScaricoVista } from '../../ui/Scarico.tsx'
import { EmptyState } from '../../ui/Stati.tsx'
import css from './banca.module.css'

/** What of the bank is on this device, why the rest is not, and how to get it [BK3][BK4]. Nothing when all is here. */
export function Disponibilita({ banca }: { banca: BancaLocale }) {
  const scarico = useSnapshot(scarichi).per_banca[banca.id_concorso] as ScaricoVista | undefined
  const { stato: account } = useSnapshot(livello)
  const { online } = useSnapshot(rete)
  const { id_concorso, concorso, stato, n_domande, n_domande_totali, versione } = banca
  const mancano = n_domande_totali - n_domande

  // biome-ignore lint/correctness/useExhaustiveDependencies: another version on the device has other figures
  useEffect(() => {
    void readFigure(id_concorso)
  }, [id_concorso, versione, n_domande])
  useEffect(() => {
    if (stato === 2 && online) void loadLivello()
  }, [stato, online])

  const scarica = async () => {
    const esito = await downloadBanca(id_concorso, concorso)
    if (!esito.ok && esito.error.codice !== 'DOWNLOAD_ANNULLATO' && esito.error.codice !== 'DOWNLOAD_INTERROTTO')
      showGuasto(esito.error, { scarica: () => void scarica(), riprova: () => void scarica() })
  }
  if (scarico)
    return (
      <Card>
        <Scarico vista={scarico} onAnnulla={() => void cancelDownload(id_concorso)} onRiprendi={() => void scarica()} />
      </Card>
    )
  if (n_domande === 0)
    return (
      <EmptyState
        icona={<IconDownload size={24} />}
        titolo={testi.non_scaricata_titolo}
        testo={testi.non_scaricata_testo}
        azioni={
          <Button variante="primario" icona={<IconDownload size={20} />} onClick={() => void scarica()}>
            {testi.scarica}
          </Button>
        }
      />
    )
  if (stato === 3)
    return (
      <Card>
        <Stack>
          <Row>
            <Chip tono="primario" icona={<IconUpdate size={16} />}>
              {testi.aggiornamento}
            </Chip>
          </Row>
          <p>{testi.aggiornamento_testo}</p>
          <Row>
            <Button variante="primario" onClick={() => void scarica()}>
              {testi.aggiorna}
            </Button>
          </Row>
        </Stack>
      </Card>
    )
  if (mancano <= 0) return null
  // A demo account holds a sample: what is missing is not a download left half done.
  const demo = account !== null && account.quiz_limite !== null && account.quiz_rimasti === 0
  return (
    <Card>
      <Row ai_lati a_capo>
        <Row className={css.perche}>
          <IconInfo size={20} />
          <p>{demo ? testi.parziale_demo(n_domande) : testi.parziale_mancano(mancano)}</p>
        </Row>
        {!demo && (
          <Button misura="sm" icona={<IconDownload size={16} />} disabled={!online} onClick={() => void scarica()}>
            {testi.scarica_mancanti}
          </Button>
        )}
      </Row>
    </Card>
  )
}
