import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { Importazione, LetturaBanca, ScelteImportazione } from '#contract/gestione/importazioni'
import type { Failure } from '#contract/result'
import { bankFileText } from '../../text/bank-file.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Band, Card, Chip, Muted, Row, Stack } from '../../ui/base.tsx'
import { ColumnRoles } from '../../ui/ColumnRoles.tsx'
import { correctionOf } from '../../ui/column-roles.ts'
import { FieldError } from '../../ui/Field.tsx'
import { FileDrop } from '../../ui/FileDrop.tsx'
import { FileInput } from '../../ui/FileInput.tsx'
import { IconWarn } from '../../ui/icons.ts'
import { Progress } from '../../ui/Meters.tsx'
import { callConsole } from '../api.ts'
import { ConsolePage } from '../ConsoleFrame.tsx'
import { leaveBy } from '../leave-guard.ts'
import { ReadState, Stale } from '../ReadList.tsx'
import { consoleFailure } from '../text.ts'
import { useConsoleRead } from '../useConsoleRead.ts'
import { useLook } from '../useLook.ts'
import { PublishNew, type Typed } from './PublishNew.tsx'
import { PublishUpdate } from './PublishUpdate.tsx'
import { ReadingTable } from './ReadingTable.tsx'
import { dubbieText, managedText as texts } from './text.ts'
import { keptFile, uploadBanca } from './upload.ts'

/** Time between two looks, in ms: at a work under way, and at a reading that this page or a colleague may publish. */
const LOOK_MS = 1_000
const READY_LOOK_MS = 3_000
function lookEvery(i: Importazione | null): number | null {
  if (i?.stato === 'lettura' || i?.stato === 'pubblicazione') return LOOK_MS
  return i?.stato === 'letta' ? READY_LOOK_MS : null
}

/** An import as it is, looked at again while somebody works on it. */
function useImport(id: number) {
  const read = useConsoleRead('importazione', { query: { id } })
  const every = lookEvery(read.data)
  useLook(read, every !== null, every ?? LOOK_MS)
  return read
}

/** Reads the file of an import again with other choices: the file that this page has, or one chosen now. */
function useReadAgain(i: Importazione | null) {
  const [, navigate] = useLocation()
  const input = useRef<HTMLInputElement>(null)
  const choices = useRef<ScelteImportazione>({})
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const sendNow = async (file: File) => {
    if (!i) return
    setBusy(true)
    const sent = await uploadBanca({ file, scelte: choices.current, id_concorso: i.id_concorso })
    setBusy(false)
    if (!sent.ok) return setFailure(sent.error)
    if (i.stato === 'letta' || i.stato === 'rifiutata')
      await callConsole('annulla_importazione', { corpo: { id: i.id } })
    navigate(`/banche/importa/${sent.value.id}`, { replace: true })
  }
  // The form of this reading may have a draft, which the next reading does not show.
  const send = (file: File) => leaveBy(() => void sendNow(file))
  const again = (more: ScelteImportazione) => {
    if (!i) return
    choices.current = { ...i.scelte, ...more }
    const file = keptFile(i.id)
    if (file) send(file)
    else input.current?.click()
  }
  const picker = <FileInput ref={input} label={texts.rileggi_scegli} accept="" onFile={send} />
  return { again, send, picker, busy, failure }
}

/** The server that published the import stopped: it may be published again. */
const isStopped = (i: Importazione): boolean => i.stato === 'interrotta' && i.lettura !== null

/** Follows a file on its way to a bank: read, looked at and corrected, published. */
export function ImportPage({ id }: { id: number }) {
  const read = useImport(id)
  const { data, reload } = read
  const { again, send, picker, busy, failure: unsent } = useReadAgain(data)
  const [refused, setRefused] = useState<Failure | null>(null)
  const typed = useRef<FormData>(null)
  if (!data)
    return (
      <ConsolePage title={texts.importa_titolo} back="/banche/importa">
        <ReadState read={read} />
      </ConsolePage>
    )
  const isPublishing = data.stato === 'pubblicazione'
  const cancel = async () => {
    const done = await callConsole(isPublishing ? 'annulla_pubblicazione' : 'annulla_importazione', { corpo: { id } })
    // The next read shows a publication that is over.
    const isOver = isPublishing && !done.ok && done.error.codice === 'NON_TROVATO'
    setRefused(done.ok || isOver ? null : done.error)
    await reload()
  }
  const isOpen = data.stato === 'lettura' || data.stato === 'letta' || data.stato === 'rifiutata' || isStopped(data)
  return (
    <ConsolePage
      title={data.nome}
      back="/banche/importa"
      backText={texts.torna_importazioni}
      below={
        <Row as="span" wrap>
          <Chip tone={data.stato === 'pubblicata' ? 'ok' : 'primario'}>{texts.stati_importazione[data.stato]}</Chip>
          <Chip>{texts.byte(data.byte)}</Chip>
          {data.concorso !== null && <Chip>{data.concorso}</Chip>}
        </Row>
      }
      aside={
        (isOpen || isPublishing) && (
          <Button onClick={() => (isPublishing ? void cancel() : leaveBy(() => void cancel()))}>
            {isPublishing ? texts.annulla_pubblicazione : texts.annulla_importazione}
          </Button>
        )
      }
    >
      <Stale
        failure={read.failure}
        {...(data.stato !== 'lettura' && !isPublishing && { onRetry: () => void reload() })}
      />
      {picker}
      {[refused, unsent].map((error) => error && <FieldError key={error.codice} text={consoleFailure(error)} />)}
      {busy && <p role="status">{texts.carico(data.nome)}</p>}
      <Body data={data} onAgain={again} onFile={send} reload={reload} typed={typed} />
    </ConsolePage>
  )
}

type BodyProps = {
  data: Importazione
  onAgain: (more: ScelteImportazione) => void
  onFile: (file: File) => void
  reload: () => Promise<void>
  /** Holds the publication sent last: one that fails shows it again. */
  typed: Typed
}

function Body({ data, onAgain, onFile, reload, typed }: BodyProps) {
  if (data.stato === 'lettura') {
    const { text, percento } = texts.passo(data.passo)
    return (
      <Stack>
        <p role="status">{text}</p>
        <Progress value={percento} label={texts.avanzamento} />
        <Muted>{texts.continua}</Muted>
      </Stack>
    )
  }
  if (data.stato === 'pubblicata')
    return (
      <Stack>
        <p role="status">{texts.pronta}</p>
        {data.id_concorso !== null && (
          <Row>
            <ButtonLink href={`/banche/${data.id_concorso}`} variant="primario">
              {texts.apri_banca}
            </ButtonLink>
          </Row>
        )}
      </Stack>
    )
  if (data.stato === 'rifiutata' && data.rifiuto) return <Refused data={data} onAgain={onAgain} onFile={onFile} />
  if (!data.lettura)
    return (
      <Stack>
        <Muted>{data.stato === 'annullata' ? texts.annullata : texts.interrotta}</Muted>
        <FileDrop onFile={onFile} />
      </Stack>
    )
  const isPublishing = data.stato === 'pubblicazione'
  return (
    <>
      {isPublishing && <Publishing passo={data.passo} />}
      {isStopped(data) && (
        <Band tone="avviso" icon={<IconWarn size={20} />}>
          {texts.pubblicazione_interrotta}
        </Band>
      )}
      {/* Hide the form instead of removing it: its values return after a cancelled or refused publication. */}
      <div hidden={isPublishing}>
        <Stack>
          <ReadBody data={data} lettura={data.lettura} onAgain={onAgain} reload={reload} typed={typed} />
        </Stack>
      </div>
    </>
  )
}

/** A publication under way, with its questions and its time. */
function Publishing({ passo }: Pick<Importazione, 'passo'>) {
  const ref = useRef<HTMLDivElement>(null)
  // The button that began it is hidden now.
  useEffect(() => {
    const focused = document.activeElement
    if (focused === document.body || focused?.closest('[hidden]')) ref.current?.focus()
  }, [])
  return (
    <div ref={ref} tabIndex={-1}>
      <Stack>
        <p role="status">{texts.pubblico_domande(passo?.passo === 'pubblicazione' ? passo.domande : 0)}</p>
        <Progress label={texts.avanzamento} />
        {passo?.passo === 'pubblicazione' && <Muted>{texts.da_secondi(passo.da)}</Muted>}
        <Muted>{texts.continua_pubblicazione}</Muted>
      </Stack>
    </div>
  )
}

type ReadBodyProps = Pick<BodyProps, 'data' | 'onAgain' | 'reload' | 'typed'> & { lettura: LetturaBanca }

/** Shows the reading, and the form that publishes it. */
function ReadBody({ data, lettura, onAgain, reload, typed }: ReadBodyProps) {
  return (
    <>
      <MissingColumn name={lettura.colonna_mancante} />
      <DoubtfulCard id={data.id} dubbie={data.dubbie} />
      <ReadingTable lettura={lettura} onAgain={onAgain} />
      <ColumnsCard
        colonne={lettura.colonne}
        names={[...new Set([...lettura.colonne.map(({ nome }) => nome), ...lettura.non_usate])]}
        why={bankFileText.colonne_testo}
        onRead={(colonne) => onAgain({ colonne })}
      />
      {lettura.domande === data.dubbie?.escluse ? (
        <Band>{dubbieText.tutte_escluse}</Band>
      ) : data.id_concorso === null ? (
        <PublishNew importazione={data} typed={typed} onDone={reload} />
      ) : (
        <PublishUpdate importazione={data} typed={typed} onDone={reload} />
      )}
    </>
  )
}

type ColumnsProps = {
  colonne: LetturaBanca['colonne']
  names: readonly string[]
  /** Case in which a correction helps. */
  why: string
  onRead: (colonne: Record<string, string>) => void
}

const ColumnsCard = ({ colonne, names, why, onRead }: ColumnsProps) =>
  names.length > 0 && (
    <Card>
      <ColumnRoles
        head={
          <>
            <h2 id="colonne">{bankFileText.colonne}</h2>
            <Muted>{why}</Muted>
          </>
        }
        correction={correctionOf(colonne)}
        names={names}
        onRead={onRead}
      />
    </Card>
  )

/** Leads to the doubtful rows of the reading, one at a time. */
const DoubtfulCard = ({ id, dubbie }: Pick<Importazione, 'id' | 'dubbie'>) =>
  dubbie !== null && (
    <Card aria-labelledby="dubbie">
      <Row spread wrap>
        <div>
          <h2 id="dubbie">{dubbieText.quante(dubbie.totale)}</h2>
          <Muted small>{dubbieText.conto(dubbie.da_vedere, dubbie.escluse)}</Muted>
        </div>
        <ButtonLink href={`/banche/importa/${id}/dubbie`}>{dubbieText.leggi}</ButtonLink>
      </Row>
    </Card>
  )

const MissingColumn = ({ name }: { name: string | undefined }) =>
  name !== undefined && (
    <Band tone="avviso" icon={<IconWarn size={20} />}>
      {texts.colonna_mancante(name)}
    </Band>
  )

/** Shows why a file is no bank, and offers to correct its columns or to go on. */
function Refused({ data: { rifiuto }, onAgain, onFile }: Omit<BodyProps, 'reload' | 'typed'>) {
  if (!rifiuto) return null
  return (
    <>
      <MissingColumn name={rifiuto.colonna_mancante} />
      <Band
        tone="errore"
        action={rifiuto.forzabile && <Button onClick={() => onAgain({ forza: true })}>{texts.forza}</Button>}
      >
        <b>{texts.rifiutata}</b>. {rifiuto.motivo}
      </Band>
      {rifiuto.viste.length > 0 && (
        <ColumnsCard
          colonne={[]}
          names={rifiuto.viste}
          why={bankFileText.colonne_rifiuto}
          onRead={(colonne) => onAgain({ colonne })}
        />
      )}
      <FileDrop onFile={onFile} />
    </>
  )
}
