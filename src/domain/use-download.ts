import { useSnapshot } from 'valtio'
import type { BancaLocale } from '#contract/database'
import { showError, showToast } from '../session/notices.ts'
import { isDurable } from '../store/opening.ts'
import { downloadText as texts } from '../text/banche.ts'
import { cancelDownload, type Download, downloadBanca, downloads } from './downloads.ts'

/** Returns the download of a bank, null without one; how it starts or resumes, true once its questions are here; how it is stopped. */
export function useDownload({ id_concorso, concorso }: Pick<BancaLocale, 'id_concorso' | 'concorso'>) {
  const { by_banca } = useSnapshot(downloads)
  const start = async (): Promise<boolean> => {
    const result = await downloadBanca(id_concorso, concorso)
    if (result.ok) showToast({ text: texts.fatto(concorso, isDurable()) })
    // A cut is told on the card itself, where the way on is.
    else if (result.error.codice !== 'DOWNLOAD_ANNULLATO' && result.error.codice !== 'DOWNLOAD_INTERROTTO')
      showError(result.error, { scarica: () => void start(), riprova: () => void start() })
    return result.ok
  }
  const cancel = () => void cancelDownload(id_concorso)
  return { download: (by_banca[id_concorso] as Download | undefined) ?? null, start, cancel }
}
