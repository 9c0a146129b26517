import { useCallback, useEffect, useRef, useState } from 'react'
import type { CopiaPreview, Punto } from '#contract/copia'
import type { Result } from '#contract/result'
import { showError, showToast } from '../../../session/notices.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card, Muted, Row, Stack } from '../../../ui/base.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FileInput } from '../../../ui/FileInput.tsx'
import { IconDownload, IconUndo, IconUpload } from '../../../ui/icons.ts'
import css from '../profile.module.css'
import { addCopia, goBack, openCopia, readPunti, saveAnki, saveCopia, savePunto, saveRisposte } from './copia.ts'
import { copiaText as texts } from './copia-text.ts'

const say = (text: string) => showToast({ text })
const saidCsv = (n: number) => say(n === 0 ? texts.csv_vuoto : texts.csv_fatto(n))
const saidAnki = (n: number) => say(n === 0 ? texts.anki_vuoto : texts.anki_fatto(n))

type Opened = { testo: string; anteprima: CopiaPreview }
type Act = 'copia' | 'csv' | 'anki' | 'apri' | 'aggiungi' | 'torna' | 'scarica'

/** Saves the person's work on this device as files and reads them back; lists the restore points. */
export function WorkCard({ onChange }: { onChange: () => Promise<unknown> }) {
  const [busy, setBusy] = useState<Act | null>(null)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [punti, setPunti] = useState<readonly Punto[] | null>(null)
  const [failed, setFailed] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  const look = useCallback(async () => {
    const read = await readPunti()
    setFailed(!read.ok)
    if (read.ok) setPunti(read.value)
  }, [])
  useEffect(() => void look(), [look])
  const run = async <T,>(act: Act, work: () => Promise<Result<T>>, done: (value: T) => void) => {
    setBusy(act)
    const result = await work()
    setBusy(null)
    if (result.ok) done(result.value)
    else showError(result.error)
  }
  return (
    <Card aria-labelledby="lavoro">
      <Stack>
        <h2 id="lavoro">{texts.titolo}</h2>
        <Muted>{texts.testo}</Muted>
        <Row wrap>
          <Button
            icon={<IconDownload size={20} />}
            busy={busy === 'copia'}
            onClick={() => void run('copia', saveCopia, () => say(texts.scaricata))}
          >
            {texts.copia}
          </Button>
          <Button icon={<IconUpload size={20} />} busy={busy === 'apri'} onClick={() => file.current?.click()}>
            {texts.apri}
          </Button>
        </Row>
        <Row wrap>
          <Button size="sm" busy={busy === 'csv'} onClick={() => void run('csv', saveRisposte, saidCsv)}>
            {texts.csv}
          </Button>
          <Button size="sm" busy={busy === 'anki'} onClick={() => void run('anki', saveAnki, saidAnki)}>
            {texts.anki}
          </Button>
        </Row>
        <FileInput
          ref={file}
          label={texts.apri}
          accept="application/json,.json"
          onFile={(selected) => void run('apri', () => openCopia(selected), setOpened)}
        />
        <Punti
          punti={punti}
          failed={failed}
          onSave={(p) =>
            void run(
              'scarica',
              () => savePunto(p),
              () => say(texts.scaricata),
            )
          }
          onBack={(p) =>
            void run(
              'torna',
              () => goBack(p),
              (n) => {
                say(texts.tornato(n))
                void onChange().then(look)
              },
            )
          }
        />
      </Stack>
      {opened && (
        <CopiaDialog
          anteprima={opened.anteprima}
          busy={busy === 'aggiungi'}
          onClose={() => setOpened(null)}
          onAdd={() =>
            void run(
              'aggiungi',
              () => addCopia(opened.testo),
              (added) => {
                setOpened(null)
                say(texts.aggiunte(added))
                void onChange().then(look)
              },
            )
          }
        />
      )}
    </Card>
  )
}

type CopiaDialogProps = { anteprima: CopiaPreview; busy: boolean; onClose: () => void; onAdd: () => void }

/** Shows the contents of a copy and what it would add, before it is added. */
function CopiaDialog({
  anteprima: { creata, altro_account, contiene, nuove },
  busy,
  onClose,
  onAdd,
}: CopiaDialogProps) {
  return (
    <Dialog
      title={texts.anteprima}
      onClose={onClose}
      cancel={texts.annulla}
      actions={
        <Button variant="primario" busy={busy} disabled={Object.values(nuove).every((n) => n === 0)} onClick={onAdd}>
          {texts.aggiungi}
        </Button>
      }
    >
      <Stack>
        <Muted>{texts.del(creata)}</Muted>
        {altro_account && <p>{texts.altro_account}</p>}
        <p>{texts.contiene(contiene)}</p>
        <p>
          <b>{texts.nuove(nuove)}</b>
        </p>
        <Muted small>{texts.resta}</Muted>
      </Stack>
    </Dialog>
  )
}

type PuntiProps = {
  punti: readonly Punto[] | null
  failed: boolean
  onSave: (p: Punto) => void
  onBack: (p: Punto) => void
}

function Punti({ punti, failed, onSave, onBack }: PuntiProps) {
  const [asked, setAsked] = useState<Punto | null>(null)
  return (
    <>
      <h3>{texts.punti}</h3>
      <Muted small>{texts.punti_testo}</Muted>
      {failed && <Muted>{texts.punti_errore}</Muted>}
      {punti?.length === 0 && <Muted>{texts.punti_nessuno}</Muted>}
      {punti !== null && punti.length > 0 && (
        <ul className={css.voci}>
          {punti.map((p) => {
            const when = texts.punto(p.at)
            return (
              <li key={p.nome}>
                <div>
                  <b>{when}</b>
                  <Muted small>{texts.motivo(p.motivo)}</Muted>
                  <Muted small>{texts.tiene(p.contiene)}</Muted>
                </div>
                <Row wrap>
                  <Button size="sm" label={texts.scarica_quale(when)} onClick={() => onSave(p)}>
                    {texts.scarica}
                  </Button>
                  <Button
                    size="sm"
                    icon={<IconUndo size={16} />}
                    label={texts.torna_quale(when)}
                    onClick={() => setAsked(p)}
                  >
                    {texts.torna}
                  </Button>
                </Row>
              </li>
            )
          })}
        </ul>
      )}
      {asked && (
        <ConfirmDialog
          title={texts.torna_titolo}
          no={texts.torna_no}
          yes={texts.torna_si}
          careful
          onNo={() => setAsked(null)}
          onYes={() => {
            setAsked(null)
            onBack(asked)
          }}
        >
          <p>{texts.torna_testo}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
