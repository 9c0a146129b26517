import { type ReactNode, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import { officialAddress, topicOf } from '#rules/atti-noti'
import { normName } from '#rules/atto-citato'
import { NON_LE_SAI } from '#rules/livello'
import type { AttoCitato } from '#rules/norme'
import { LivelloBar } from '../../../components/Livelli.tsx'
import { useRead } from '../../../components/useRead.ts'
import { startSeduta } from '../../../domain/banca-state.ts'
import { hrefSeduta } from '../../../domain/hrefs.ts'
import { preferences } from '../../../domain/preferences.ts'
import { showError } from '../../../session/notices.ts'
import { onStore } from '../../../store/on-store.ts'
import { errorMessage } from '../../../text/errors.ts'
import { Button, ExternalLink } from '../../../ui/Button.tsx'
import { Card, Muted, Stack } from '../../../ui/base.tsx'
import { CardHead } from '../../../ui/CardHead.tsx'
import { IconChevron, IconExternal, IconPlay } from '../../../ui/icons.ts'
import { normeText as texts } from '../norme-text.ts'
import css from './albero.module.css'

const readNorme = (id: string) => onStore((db) => db.readNorme({ id_concorso: Number(id) }))
/** Acts shown before a touch shows the rest. */
const SHOWN = 8

/** Lists the norms that a bank's questions cite, with knowledge, questions and official text of each [LN5]. */
export function NormeCard({ id_concorso }: { id_concorso: number }) {
  const { dati: norme, guasto } = useRead(readNorme, String(id_concorso))
  const [all, setAll] = useState(false)
  const practice = usePractice(id_concorso)
  if (guasto) return <Muted role="alert">{errorMessage(guasto).text}</Muted>
  if (!norme || norme.length === 0) return null
  const shown = all ? norme : norme.slice(0, SHOWN)
  return (
    <Card aria-labelledby="norme">
      <Stack>
        <CardHead id="norme" title={texts.titolo} text={texts.testo} />
        <ul className={css.nodi}>
          {shown.map((atto) => (
            <Atto key={atto.atto} {...atto} {...practice} />
          ))}
        </ul>
        {!all && norme.length > SHOWN && (
          <div>
            <Button variant="fantasma" flush="start" size="sm" onClick={() => setAll(true)}>
              {texts.altri(norme.length - SHOWN)}
            </Button>
          </div>
        )}
      </Stack>
    </Card>
  )
}

type Practice = ReturnType<typeof usePractice>
type NormaProps = Practice &
  Pick<AttoCitato, 'atto' | 'data' | 'id_domande' | 'per_livello'> & {
    articolo?: string
    name: string
    children: ReactNode
  }

function Atto({ atto, data, articoli, ...rest }: AttoCitato & Practice) {
  const [open, setOpen] = useState(false)
  const topic = topicOf(atto)
  return (
    <li className={css.nodo}>
      <Norma {...{ ...rest, atto, data }} name={atto}>
        <button type="button" className={css.apri} aria-expanded={open} onClick={() => setOpen(!open)}>
          <IconChevron size={20} className={open ? css.aperta : css.chiusa} />
          <span>
            {atto}
            {topic && (
              <Muted small as="span" className={css.tema}>
                {topic}
              </Muted>
            )}
          </span>
        </button>
      </Norma>
      {open && articoli.length > 0 && (
        <ul className={css.nodi}>
          {articoli.map(({ articolo, id_domande, per_livello }) => (
            <li key={articolo} className={css.nodo}>
              <Norma {...{ ...rest, atto, data, articolo, id_domande, per_livello }} name={normName(atto, articolo)}>
                <span className={css.foglia}>{texts.articolo(articolo)}</span>
              </Norma>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

/** Shows a norm's name, its official text, how its questions are known, and the way into them. */
const Norma = ({ atto, data, articolo, name, id_domande, per_livello, busy, start, children }: NormaProps) => (
  <div className={css.norma}>
    {children}
    <Official {...{ atto, data, name }} {...(articolo !== undefined && { articolo })} />
    <Button
      size="sm"
      variant="tenue"
      label={texts.studia_nome(name)}
      icon={<IconPlay size={16} />}
      busy={busy === name}
      onClick={() => start(name, id_domande)}
    >
      {texts.studia}
    </Button>
    <div className={css.stato}>
      <LivelloBar per_livello={per_livello} size="sottile" />
      <Muted small as="span">
        {texts.conto(id_domande.length, per_livello[NON_LE_SAI])}
      </Muted>
    </div>
  </div>
)

type Cited = { atto: string; data: string | null; articolo?: string; name: string }

/** Links the norm as the State or the Union publishes it. Empty without a sure address, or where an article opens at its act. */
function Official({ atto, data, articolo, name }: Cited) {
  const href = officialAddress(atto, { data, ...(articolo !== undefined && { articolo }) })
  if (href === null || (articolo !== undefined && href === officialAddress(atto, { data }))) return <span />
  return (
    <ExternalLink
      href={href}
      size="sm"
      variant="fantasma"
      iconOnly
      label={texts.ufficiale_di(name)}
      icon={<IconExternal size={16} />}
    />
  )
}

/** Starts a sitting on the questions of a norm, as long as the person's sittings are. */
function usePractice(id_concorso: number) {
  const { quante, mescola, avanti_da_sola } = useSnapshot(preferences)
  const [busy, setBusy] = useState<string | null>(null)
  const [, navigate] = useLocation()
  const practise = async (name: string, id_domande: readonly number[]) => {
    if (busy !== null) return
    setBusy(name)
    const scelte = Int32Array.from(quante === 'tutte' ? id_domande : id_domande.slice(0, Number(quante)))
    const result = await startSeduta({ filtro: { id_concorso }, ordine: 'UFFICIALE', mescola, avanti_da_sola, scelte })
    setBusy(null)
    if (result.ok) navigate(hrefSeduta(result.value))
    else showError(result.error, { riprova: () => void practise(name, id_domande) })
  }
  return { busy, start: (name: string, id_domande: readonly number[]) => void practise(name, id_domande) }
}
