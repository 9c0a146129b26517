import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import type { BancaLocale } from '#contract/database'
import type { Failure } from '#contract/result'
import { isPropria } from '#rules/raccolta'
import { DownloadStatus, type DownloadView } from '../../../components/DownloadStatus.tsx'
import { LivelloBar } from '../../../components/Livelli.tsx'
import { OfflineChip } from '../../../components/OfflineChip.tsx'
import { cancelDownload, downloadBanca, downloads } from '../../../domain/downloads.ts'
import { hrefBanca } from '../../../domain/hrefs.ts'
import { livelloState } from '../../../domain/livello.ts'
import { useDemoCost } from '../../../domain/use-demo-cost.ts'
import { showError, showToast } from '../../../session/notices.ts'
import { isDurable } from '../../../store/opening.ts'
import {
  catalogText,
  homeText,
  statoBancaText,
  downloadText as testiScarico,
  bancheText as texts,
} from '../../../text/banche.ts'
import { formatBytes } from '../../../text/formats.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { Card, Chip, Muted, Row } from '../../../ui/base.tsx'
import { IconDelete, IconDownload, IconPlay, IconPremium, IconQuestions, IconUpdate } from '../../../ui/icons.ts'
import { Menu } from '../../../ui/Menu.tsx'
import { saveOwnBank } from '../propria/own-bank.ts'
import { propriaText } from '../propria/text.ts'
import css from './banche.module.css'

const TONES = { 0: 'neutro', 2: 'avviso', 3: 'primario' } as const
const ICONS = {
  0: <IconDownload size={16} />,
  2: <IconDownload size={16} />,
  3: <IconUpdate size={16} />,
}

/** One bank of the account: its state, its levels, what can be done with it. */
export function BancaCard({ banca, onDelete }: { banca: BancaLocale; onDelete: () => void }) {
  const download = useSnapshot(downloads).by_banca[banca.id_concorso] as DownloadView | undefined
  const left = useSnapshot(livelloState).stato?.quiz_rimasti
  const { id_concorso, concorso, stato } = banca
  const startDownload = async () => {
    const result = await downloadBanca(id_concorso, concorso)
    if (result.ok) showToast({ text: testiScarico.fatto(concorso, isDurable()) })
    else tell(result.error)
  }
  const tell = (error: Failure) => {
    // A cut is told on the card itself, where the way on is.
    if (error.codice !== 'DOWNLOAD_ANNULLATO' && error.codice !== 'DOWNLOAD_INTERROTTO')
      showError(error, { scarica: () => void startDownload(), riprova: () => void startDownload() })
  }
  // A demo sample is all that a demo account gets: asking again is of use only when something is left.
  const missing = stato === 2 && left !== undefined && left !== 0
  const offered = stato === 0 || stato === 3 || missing
  const demo = useDemoCost({ id_concorso, numero_domande: banca.n_domande_totali })
  return (
    <Card className={css.banca} aria-labelledby={`b${id_concorso}`}>
      <div className={css.testa}>
        <div>
          <Muted small>{[banca.ente, banca.anno, banca.profilo].filter((x) => x !== null).join(' · ')}</Muted>
          <h2 id={`b${id_concorso}`}>
            {banca.n_domande > 0 ? (
              <Link className={css.tutta} href={hrefBanca(id_concorso)}>
                {concorso}
              </Link>
            ) : (
              concorso
            )}
          </h2>
        </div>
        <OtherActions banca={banca} onDelete={onDelete} />
      </div>
      <Row wrap>
        {stato === 1 ? (
          <OfflineChip banca={banca} />
        ) : (
          <Chip tone={TONES[stato]} icon={ICONS[stato]}>
            {statoBancaText[stato]}
          </Chip>
        )}
        {banca.ritirata && <Chip tone="neutro">{texts.ritirata}</Chip>}
        <Chip icon={<IconQuestions size={16} />}>{texts.domande(banca.n_domande, banca.n_domande_totali)}</Chip>
      </Row>
      {banca.ritirata && <Muted small>{texts.ritirata_nota}</Muted>}
      {banca.n_domande > 0 && (
        <>
          <LivelloBar per_livello={banca.per_livello} />
          <p className={css.nota}>
            <span>{texts.completamento(banca.completamento)}</span>
            <span>{formatBytes(banca.dimensione)}</span>
          </p>
        </>
      )}
      {download ? (
        <DownloadStatus
          view={download}
          onCancel={() => void cancelDownload(id_concorso)}
          onResume={() => void startDownload()}
        />
      ) : (
        <>
          {offered && demo && <Muted small>{demo.said}</Muted>}
          <div className={css.piede}>
            {banca.n_domande > 0 && (
              <ButtonLink
                variant="primario"
                href={hrefBanca(id_concorso)}
                label={homeText.esercitati(concorso)}
                icon={<IconPlay size={20} />}
              >
                {texts.esercitati}
              </ButtonLink>
            )}
            {offered && demo?.riceve === 0 && (
              <ButtonLink variant="primario" href="/premium" icon={<IconPremium size={20} />}>
                {catalogText.premium}
              </ButtonLink>
            )}
            {offered && demo?.riceve !== 0 && (
              <Button
                variant={banca.n_domande > 0 ? 'bordo' : 'primario'}
                icon={<IconDownload size={20} />}
                onClick={() => void startDownload()}
              >
                {stato === 0 ? texts.scarica : stato === 3 ? texts.aggiorna : texts.scarica_mancanti}
              </Button>
            )}
          </div>
        </>
      )}
    </Card>
  )
}

function OtherActions({ banca: { id_concorso, concorso }, onDelete }: { banca: BancaLocale; onDelete: () => void }) {
  const saveCopy = async () => {
    const result = await saveOwnBank(id_concorso, concorso)
    if (!result.ok) showError(result.error)
  }
  const copy = {
    id: 'copia',
    text: propriaText.copia,
    icon: <IconDownload size={20} />,
    onSelect: () => void saveCopy(),
  }
  const remove = {
    id: 'elimina',
    text: texts.elimina,
    icon: <IconDelete size={20} />,
    danger: true,
    onSelect: onDelete,
  }
  return (
    <div className={css.menu}>
      <Menu label={texts.azioni(concorso)} items={isPropria(id_concorso) ? [copy, remove] : [remove]} />
    </div>
  )
}
