import type { BancaLocale, SedutaSummary } from '#contract/database'
import { italianDay } from '#rules/italian-day'
import { isPropria } from '#rules/raccolta'
import { DownloadStatus } from '../../components/DownloadStatus.tsx'
import { nearestExam } from '../../domain/banche-state.ts'
import { useSedutaHistory } from '../../domain/sedute-history.ts'
import { useDemoCost } from '../../domain/use-demo-cost.ts'
import { useDownload } from '../../domain/use-download.ts'
import { bancheText, catalogText } from '../../text/banche.ts'
import { formatDomande } from '../../text/formats.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Card, Muted } from '../../ui/base.tsx'
import { IconDownload, IconPremium } from '../../ui/icons.ts'
import css from './home.module.css'
import { elsewhereText as texts } from './text.ts'

/**
 * Names the bank to download where none of the account's banks is on this device; its card then takes this place [SY13].
 * Chooses the bank of the nearest exam, else of the last sitting on any device.
 */
export default function ElsewhereCard({
  own,
  open,
}: {
  own: readonly BancaLocale[]
  open: readonly SedutaSummary[] | null
}) {
  const { sedute } = useSedutaHistory(null)
  const there = own.filter((b) => !isPropria(b.id_concorso))
  const last = [...(open ?? []), ...sedute].sort((a, b) => (a.aggiornata < b.aggiornata ? 1 : -1))
  const studied = last.flatMap((s) => there.find((b) => b.id_concorso === s.id_concorso) ?? [])
  const banca = nearestExam(there, italianDay(Date.now())) ?? studied[0] ?? there[0]
  return banca ? <Download key={banca.id_concorso} banca={banca} /> : null
}

function Download({ banca }: { banca: BancaLocale }) {
  const { download, start, cancel } = useDownload(banca)
  const cost = useDemoCost({ id_concorso: banca.id_concorso, numero_domande: banca.n_domande_totali })
  const startHere = async () => {
    // Move the focus to the name of the bank, whose card now replaces the button.
    if (await start()) document.getElementById('continua')?.focus()
  }
  return (
    <Card className={css.eroe} aria-labelledby="altrove">
      <h2 id="altrove">{texts.titolo}</h2>
      <p>{texts.testo}</p>
      {download ? (
        <DownloadStatus view={download} withName onCancel={cancel} onResume={() => void startHere()} />
      ) : (
        <>
          <Muted small>{cost?.said ?? formatDomande(banca.n_domande_totali)}</Muted>
          <div className={css.cta}>
            {cost?.riceve === 0 ? (
              <ButtonLink variant="primario" href="/premium" icon={<IconPremium size={20} />}>
                {catalogText.premium}
              </ButtonLink>
            ) : (
              <Button variant="primario" icon={<IconDownload size={20} />} onClick={() => void startHere()}>
                {`${bancheText.scarica} ${banca.concorso}`}
              </Button>
            )}
          </div>
        </>
      )}
    </Card>
  )
}
