import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import type { BancaLocale } from '#contract/database'
import { isPropria } from '#rules/raccolta'
import { DownloadStatus } from '../../../components/DownloadStatus.tsx'
import { LivelloBar } from '../../../components/Livelli.tsx'
import { OfflineChip } from '../../../components/OfflineChip.tsx'
import { hrefBanca } from '../../../domain/hrefs.ts'
import { livelloState } from '../../../domain/livello.ts'
import { useDemoCost } from '../../../domain/use-demo-cost.ts'
import { useDownload } from '../../../domain/use-download.ts'
import { showError } from '../../../session/notices.ts'
import { catalogText, homeText, statoBancaText, bancheText as texts } from '../../../text/banche.ts'
import { formatBytes } from '../../../text/formats.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { Card, Chip, Dotted, Muted, Row } from '../../../ui/base.tsx'
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

/**
 * Shows one bank of the account: its state, its levels, its actions. The whole card leads to a bank that is here.
 * `first`: the card in front has a button too.
 */
export function BancaCard({ banca, first, onDelete }: { banca: BancaLocale; first: boolean; onDelete: () => void }) {
  const { download, start, cancel } = useDownload(banca)
  const left = useSnapshot(livelloState).stato?.quiz_rimasti
  const { id_concorso, concorso, stato } = banca
  // Offer the rest only while the demo has questions left, because it gets no more than its sample.
  const missing = stato === 2 && left !== undefined && left !== 0
  const offered = stato === 0 || stato === 3 || missing
  const demo = useDemoCost({ id_concorso, numero_domande: banca.n_domande_totali })
  return (
    <Card className={css.banca} aria-labelledby={`b${id_concorso}`}>
      <div className={css.testa}>
        <div>
          <Muted small>
            <Dotted parts={[banca.ente, banca.anno, banca.profilo]} />
          </Muted>
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
          <Chip tone={stato === 2 && !missing ? 'neutro' : TONES[stato]} icon={ICONS[stato]}>
            {statoBancaText[stato]}
          </Chip>
        )}
        {stato === 2 && !missing && <OfflineChip banca={banca} />}
        {banca.ritirata && <Chip tone="neutro">{texts.ritirata}</Chip>}
        <Chip icon={<IconQuestions size={16} />}>{texts.domande(banca.n_domande, banca.n_domande_totali)}</Chip>
      </Row>
      {banca.ritirata && <Muted small>{texts.ritirata_nota}</Muted>}
      {banca.n_domande > 0 && (
        <>
          <LivelloBar per_livello={banca.per_livello} />
          <p className={css.nota}>
            <span>{texts.viste(banca.viste, banca.n_domande, banca.completamento)}</span>
            <span>{formatBytes(banca.dimensione)}</span>
          </p>
        </>
      )}
      {download ? (
        <DownloadStatus view={download} onCancel={cancel} onResume={() => void start()} />
      ) : (
        <>
          {offered && demo && <Muted small>{demo.said}</Muted>}
          <div className={css.piede}>
            {first && (
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
              <Button icon={<IconDownload size={20} />} onClick={() => void start()}>
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
