import { useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import type { BancaLocale, Completamento } from '#contract/database'
import { countNodi, type NodoRow } from '#rules/nodi'
import { LivelloBar } from '../../../components/Livelli.tsx'
import { useRead } from '../../../components/useRead.ts'
import { bancaState } from '../../../domain/banca-state.ts'
import { hrefSeduta } from '../../../domain/hrefs.ts'
import { preferences } from '../../../domain/preferences.ts'
import { showError } from '../../../session/notices.ts'
import { onStore } from '../../../store/on-store.ts'
import { errorMessage } from '../../../text/errors.ts'
import { alberoText as texts } from '../../../text/materie.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card, Muted, Stack } from '../../../ui/base.tsx'
import { CardHead } from '../../../ui/CardHead.tsx'
import { IconChevron, IconPlay } from '../../../ui/icons.ts'
import { SkeletonCards } from '../../../ui/States.tsx'
import css from './albero.module.css'
import { startStudy } from './start-study.ts'

const readAlbero = (id: string) => onStore((db) => db.readAlbero({ id_concorso: Number(id) }))

/** Shows the tree of a path, with knowledge of each node and its descendants, and their questions [PD2][CP1]. */
export function AlberoTab({ banca }: { banca: BancaLocale }) {
  const { completamento } = useSnapshot(bancaState)
  const { dati: albero, guasto } = useRead(readAlbero, String(banca.id_concorso))
  const rows = (completamento as Completamento | null)?.materie
  const nodi = useMemo(() => (albero && rows ? countNodi(albero, rows) : null), [albero, rows])
  const { busy, start } = useStudyNodo(banca.id_concorso)
  if (guasto) return <Muted role="alert">{errorMessage(guasto).text}</Muted>
  if (!nodi) return <SkeletonCards count={1} />
  return (
    <Card aria-labelledby="albero">
      <Stack>
        <CardHead id="albero" title={texts.titolo} text={texts.testo} />
        <Nodi nodi={nodi} busy={busy} onStudy={start} />
      </Stack>
    </Card>
  )
}

type NodiProps = { nodi: readonly NodoRow[]; busy: number | null; onStudy: (nodo: NodoRow) => void }

const Nodi = ({ nodi, ...rest }: NodiProps) => (
  <ul className={css.nodi}>
    {nodi.map((nodo) => (
      <Nodo key={nodo.id_sotto_percorso} nodo={nodo} {...rest} />
    ))}
  </ul>
)

function Nodo({ nodo, busy, onStudy }: Omit<NodiProps, 'nodi'> & { nodo: NodoRow }) {
  const [open, setOpen] = useState(false)
  const { id_sotto_percorso: id, nome, totale, percentuale, per_livello, sotto } = nodo
  return (
    <li className={css.nodo}>
      <div className={css.riga}>
        {sotto.length > 0 ? (
          <button type="button" className={css.apri} aria-expanded={open} onClick={() => setOpen(!open)}>
            <IconChevron size={20} className={open ? css.aperta : css.chiusa} />
            <span>{nome}</span>
          </button>
        ) : (
          <span className={css.foglia}>{nome}</span>
        )}
        <Button
          size="sm"
          variant="tenue"
          label={texts.studia_nome(nome)}
          icon={<IconPlay size={16} />}
          busy={busy === id}
          onClick={() => onStudy(nodo)}
        >
          {texts.studia}
        </Button>
        <div className={css.stato}>
          <LivelloBar per_livello={per_livello} size="sottile" />
          <Muted small as="span">
            {texts.conto(totale, percentuale)}
          </Muted>
        </div>
      </div>
      {open && <Nodi nodi={sotto} busy={busy} onStudy={onStudy} />}
    </li>
  )
}

/** Starts a sitting on a node and its descendants, as long as the person's sittings are. */
function useStudyNodo(id_concorso: number) {
  const { quante, mescola, avanti_da_sola } = useSnapshot(preferences)
  const [busy, setBusy] = useState<number | null>(null)
  const [, navigate] = useLocation()
  const start = async (nodo: NodoRow) => {
    if (busy !== null) return
    setBusy(nodo.id_sotto_percorso)
    const { materie, totale: total } = nodo
    const result = await startStudy({
      filtro: { id_concorso, materie },
      ordine: 'UFFICIALE',
      n: quante === 'tutte' ? total : Math.min(Number(quante), total),
      total,
      mescola,
      avanti_da_sola,
    })
    setBusy(null)
    if (result.ok) navigate(hrefSeduta(result.value))
    else showError(result.error, { riprova: () => void start(nodo) })
  }
  return { busy, start: (nodo: NodoRow) => void start(nodo) }
}
