import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import type { BancaLocale } from '#contract/database'
import { italianDay } from '#rules/italian-day'
import { isPercorso } from '#rules/raccolta'
import { ErrorState } from '../../../components/ErrorState.tsx'
import { deleteBanca, hideBanca, leadingBanca, loadBanche, bancheState as stato } from '../../../domain/banche-state.ts'
import { hrefCatalog } from '../../../domain/hrefs.ts'
import { loadLivello } from '../../../domain/livello.ts'
import { network } from '../../../platform/network.ts'
import { showError, showToast } from '../../../session/notices.ts'
import { bancheText, homeText } from '../../../text/banche.ts'
import { materieText } from '../../../text/materie.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import { Row } from '../../../ui/base.tsx'
import { IconLibrary, IconPlus, IconSubjects } from '../../../ui/icons.ts'
import { Page } from '../../../ui/Page.tsx'
import { EmptyState, SkeletonCards } from '../../../ui/States.tsx'
import { ImportButton } from '../propria/ImportButton.tsx'
import { UpdateReport } from '../UpdateReport.tsx'
import { BancaCard } from './BancaCard.tsx'
import css from './banche.module.css'
import { DeleteBancaDialog } from './DeleteBancaDialog.tsx'

/**
 * Shows at `/banche-dati` the account's banks with year, status, actions and deletion [RT3][SC14].
 * Shows at `/materie` its subject paths likewise [RT11]. The device has one list, shown by kind.
 */
export default function BancheScreen() {
  const [path] = useLocation()
  const isPath = path.startsWith('/materie')
  const texts = isPath ? materieText : bancheText
  const add = isPath ? '/aggiungi-materia' : hrefCatalog()
  const { list, fase, error, hidden } = useSnapshot(stato)
  const [deleting, setDeleting] = useState<BancaLocale | null>(null)
  useEffect(() => {
    void loadBanche()
  }, [])
  const { online } = useSnapshot(network)
  // Load the tier, because the cost of a demo download shows before it (D41).
  const offered = list.some((b) => b.stato !== 1)
  useEffect(() => {
    if (offered && online) void loadLivello()
  }, [offered, online])
  const own = (list as BancaLocale[]).filter(
    (b) => isPercorso(b.id_concorso) === isPath && !hidden.includes(b.id_concorso),
  )
  const front = leadingBanca(own, italianDay(Date.now()))

  // Delete once the undo has passed, so that a page closed before that keeps the bank.
  const remove = (banca: BancaLocale, fromList: boolean) => {
    setDeleting(null)
    hideBanca(banca.id_concorso, true)
    showToast({
      text: texts.eliminata(banca.concorso),
      annulla: () => hideBanca(banca.id_concorso, false),
      fine: async () => {
        const result = await deleteBanca(banca.id_concorso, fromList)
        hideBanca(banca.id_concorso, false)
        if (!result.ok) showError(result.error, { riprova: () => remove(banca, fromList) })
      },
    })
  }

  return (
    <Page
      title={texts.titolo}
      aside={
        <Row wrap>
          {own.length > 0 && (
            <ButtonLink variant={front ? 'bordo' : 'primario'} size="sm" href={add} icon={<IconPlus size={16} />}>
              {texts.aggiungi}
            </ButtonLink>
          )}
          {!isPath && <ImportButton />}
          <ButtonLink
            size="sm"
            href={isPath ? '/banche-dati' : '/materie'}
            icon={isPath ? <IconLibrary size={16} /> : <IconSubjects size={16} />}
          >
            {isPath ? homeText.tue : homeText.tue_materie}
          </ButtonLink>
        </Row>
      }
    >
      {fase === 'mai' ? (
        <SkeletonCards />
      ) : fase === 'guasto' && error ? (
        <ErrorState title={texts.errore} error={error} onRetry={() => void loadBanche()} />
      ) : own.length === 0 ? (
        <EmptyState
          icon={isPath ? <IconSubjects size={24} /> : <IconLibrary size={24} />}
          title={texts.vuoto_titolo}
          text={texts.vuoto_testo}
          actions={
            <ButtonLink variant="primario" href={add} icon={<IconPlus size={20} />}>
              {texts.aggiungi}
            </ButtonLink>
          }
        />
      ) : (
        <div className={css.griglia}>
          {own.map((b) => (
            <UpdateReport key={b.id_concorso} banca={b} />
          ))}
          {own.map((b) => (
            <BancaCard key={b.id_concorso} banca={b} first={b === front} onDelete={() => setDeleting(b)} />
          ))}
        </div>
      )}
      {deleting && (
        <DeleteBancaDialog
          banca={deleting}
          onClose={() => setDeleting(null)}
          onDelete={(fromList) => remove(deleting, fromList)}
        />
      )}
    </Page>
  )
}
