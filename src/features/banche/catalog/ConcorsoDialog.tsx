import { useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import type { Concorso } from '#contract/schemas'
import { DownloadStatus, type DownloadView } from '../../../components/DownloadStatus.tsx'
import { FollowSwitches } from '../../../components/FollowSwitches.tsx'
import { bancheState } from '../../../domain/banche-state.ts'
import { cancelDownload, downloadBanca, downloads } from '../../../domain/downloads.ts'
import { hrefBanca, hrefSeduta } from '../../../domain/hrefs.ts'
import { startOggi } from '../../../domain/start-oggi.ts'
import { useDemoCost } from '../../../domain/use-demo-cost.ts'
import { showError, showToast } from '../../../session/notices.ts'
import { isDurable } from '../../../store/opening.ts'
import { catalogText, downloadText as testiScarico } from '../../../text/banche.ts'
import { formatDate, formatDomande, formatNumber } from '../../../text/formats.ts'
import { catalogTextOf } from '../../../text/materie.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { Band, Chip, Muted, Row } from '../../../ui/base.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import {
  IconCheck,
  IconDownload,
  IconImage,
  IconInfo,
  IconLock,
  IconPlay,
  IconPremium,
  IconQuestions,
  IconSubjects,
} from '../../../ui/icons.ts'
import css from './catalog.module.css'

/** Returns a ref that is true while the component is on the page. */
function useOpen() {
  const open = useRef(true)
  useEffect(() => {
    open.current = true
    return () => {
      open.current = false
    }
  }, [])
  return open
}

/** Shows the contents of a bank before it is added, then its download [SC15]. */
export function ConcorsoDialog({ concorso, onClose }: { concorso: Concorso; onClose: () => void }) {
  const { id_concorso } = concorso
  const texts = catalogTextOf(id_concorso)
  const download = useSnapshot(downloads).by_banca[id_concorso] as DownloadView | undefined
  const own = useSnapshot(bancheState).list.find((b) => b.id_concorso === id_concorso)
  const cost = useDemoCost(concorso)
  const ready = !download && (own?.n_domande ?? 0) > 0

  const [done, setDone] = useState(false)
  const said = () => testiScarico.fatto(concorso.concorso, isDurable())
  const [, navigate] = useLocation()
  const open = useOpen()
  /** `begin`: the first question follows, unless the person has left the dialog meanwhile. */
  const startDownload = async (begin: boolean) => {
    const result = await downloadBanca(id_concorso, concorso.concorso)
    if (result.ok) {
      const started = begin && open.current ? await startOggi(id_concorso) : null
      if (started?.ok && started.value && open.current) navigate(hrefSeduta(started.value))
      // Change the dialog, because a toast over it would cover the button that it announces.
      else if (open.current) setDone(true)
      else showToast({ text: said() })
    } else if (result.error.codice !== 'DOWNLOAD_ANNULLATO' && result.error.codice !== 'DOWNLOAD_INTERROTTO') {
      onClose()
      showError(result.error, { scarica: () => void startDownload(false), riprova: () => void startDownload(false) })
    }
  }
  return (
    <Dialog
      title={concorso.concorso}
      size="largo"
      onClose={onClose}
      actions={
        ready ? (
          <ButtonLink variant="primario" data-primo href={hrefBanca(id_concorso)} icon={<IconPlay size={20} />}>
            {texts.apri}
          </ButtonLink>
        ) : (
          !download && (
            <>
              {cost && (
                <p className={css.costo}>
                  {cost.riceve === 0 ? <IconLock size={16} /> : <IconInfo size={16} />}
                  <span>{cost.said}</span>
                </p>
              )}
              {cost?.riceve === 0 ? (
                <ButtonLink variant="primario" href="/premium" icon={<IconPremium size={20} />}>
                  {texts.premium}
                </ButtonLink>
              ) : (
                <AddButtons onAdd={(begin) => void startDownload(begin)} />
              )}
            </>
          )
        )
      }
    >
      <Muted>{[concorso.ente.ente, concorso.anno, concorso.profilo].filter((x) => x !== null).join(' · ')}</Muted>
      <Contents concorso={concorso} />
      {concorso.descrizione !== null && <p>{concorso.descrizione}</p>}
      {download ? (
        <>
          <DownloadStatus
            view={download}
            onCancel={() => void cancelDownload(id_concorso)}
            onResume={() => void startDownload(false)}
          />
          {download.fase !== 'interrotto' && <Muted small>{texts.chiudi_intanto}</Muted>}
        </>
      ) : (
        <>
          {ready && done && (
            <Band tone="ok" icon={<IconCheck size={20} />}>
              {said()}
            </Band>
          )}
          {concorso.materie.length > 1 && (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
            <ul className={css.materie} aria-label={texts.materie_titolo} tabIndex={0}>
              {concorso.materie.map((m) => (
                <li key={m.id_materia}>
                  <span>{m.materia}</span>
                  {m.numero > 0 && <b>{formatNumber(m.numero)}</b>}
                </li>
              ))}
            </ul>
          )}
          <Muted small>{texts.aggiornata(formatDate(concorso.data_ultimo_aggiornamento))}</Muted>
        </>
      )}
      {id_concorso > 0 && <FollowSwitches things={[{ tipo: 'ente', chiave: concorso.ente.ente }]} />}
    </Dialog>
  )
}

/** Draws how much a bank holds. */
function Contents({ concorso: { id_concorso, numero_domande, materie, con_immagini } }: { concorso: Concorso }) {
  const texts = catalogTextOf(id_concorso)
  return (
    <Row wrap>
      <Chip icon={<IconQuestions size={16} />}>{formatDomande(numero_domande)}</Chip>
      {materie.length > 0 && <Chip icon={<IconSubjects size={16} />}>{texts.materie(materie.length)}</Chip>}
      {con_immagini > 0 && <Chip icon={<IconImage size={16} />}>{texts.immagini(con_immagini)}</Chip>}
    </Row>
  )
}

/** Offers to download the bank, or to open its first question as soon as it is here. */
const AddButtons = ({ onAdd }: { onAdd: (begin: boolean) => void }) => (
  <>
    <Button icon={<IconDownload size={20} />} onClick={() => onAdd(false)}>
      {catalogText.conferma}
    </Button>
    <Button variant="primario" data-primo icon={<IconPlay size={20} />} onClick={() => onAdd(true)}>
      {catalogText.comincia}
    </Button>
  </>
)
