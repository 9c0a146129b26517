import type { OwnBankChoices, OwnBankReading } from '#contract/own-bank'
import type { Failure } from '#contract/result'
import { bankFileText } from '../../../text/bank-file.ts'
import { errorMessage } from '../../../text/errors.ts'
import { Button } from '../../../ui/Button.tsx'
import { Band, Row, Stack } from '../../../ui/base.tsx'
import { type Correction, correctionOf } from '../../../ui/column-roles.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { FileDrop } from '../../../ui/FileDrop.tsx'
import { Progress } from '../../../ui/Meters.tsx'
import { ColumnsForm } from './ColumnsForm.tsx'
import css from './propria.module.css'
import { ReadingReport } from './ReadingReport.tsx'
import { propriaText as texts } from './text.ts'
import { useImport } from './use-import.ts'

/** Makes a bank of this device from a file, chosen here or shared by another app (`file`). The person may correct it first. */
export function ImportDialog({ file, onClose }: { file: File | null; onClose: () => void }) {
  const { step, name, setName, missing, read, keep, cancelKeeping, again } = useImport(file, onClose)
  return (
    <Dialog
      title={texts.titolo}
      size={step.fase === 'anteprima' || step.fase === 'rifiuto' ? 'pieno' : 'largo'}
      onClose={onClose}
      actions={
        step.fase === 'anteprima' ? (
          <>
            <Button onClick={again}>{texts.altro}</Button>
            <Button variant="primario" onClick={() => void keep(name.trim(), step)}>
              {texts.importa(step.reading.domande)}
            </Button>
          </>
        ) : step.fase === 'rifiuto' ? (
          <Button data-primo variant="primario" onClick={again}>
            {texts.altro}
          </Button>
        ) : (
          <Button
            data-primo
            disabled={step.fase === 'salvataggio' && step.passo === 'annullo'}
            onClick={
              step.fase === 'lettura'
                ? again
                : step.fase === 'salvataggio'
                  ? () => cancelKeeping(step.domande)
                  : onClose
            }
          >
            {texts.annulla}
          </Button>
        )
      }
    >
      {step.fase === 'scelta' && (
        <Stack>
          <p>{texts.testo}</p>
          <FileDrop onFile={(file) => void read(file)} />
        </Stack>
      )}
      {step.fase === 'lettura' && <Waiting {...texts.lettura(step.file.name, step.passo)} />}
      {step.fase === 'salvataggio' && <Waiting {...texts.salvataggio(step.domande, step.passo)} />}
      {step.fase === 'rifiuto' && (
        <Refused {...step} onAgain={(more) => void read(step.file, { ...step.scelte, ...more })} />
      )}
      {step.fase === 'anteprima' && (
        <Stack>
          <Field
            label={texts.nome}
            value={name}
            maxLength={200}
            data-primo
            error={missing && name.trim() === '' ? texts.manca_nome : null}
            onChange={(e) => setName(e.currentTarget.value)}
          />
          <ReadingReport
            reading={step.reading}
            onChoice={(more) => void read(step.file, { ...step.scelte, ...more })}
          />
          <ColumnsForm
            correction={correctionOf(step.reading.colonne ?? [])}
            names={namesOf(step.reading)}
            why={bankFileText.colonne_testo}
            folded={isReadWell(step.reading)}
            onRead={(colonne) => void read(step.file, { ...step.scelte, colonne })}
          />
        </Stack>
      )}
    </Dialog>
  )
}

/** Shows the current step, read aloud as it changes, and its progress. */
const Waiting = ({ text, percento }: { text: string; percento: number }) => (
  <div className={css.attesa}>
    <p role="status">{text}</p>
    <Progress value={percento} label={texts.avanzamento} />
  </div>
)

/** Returns true for a reading with every key, no warning and no open choice of base or rule. */
const isReadWell = ({ senza_chiave, avvisi, base, regola }: OwnBankReading) =>
  senza_chiave === 0 && avvisi.length === 0 && base === null && regola === null

const namesOf = ({ colonne = [], non_usate }: OwnBankReading): string[] => [
  ...new Set([...colonne.map(({ nome }) => nome), ...non_usate]),
]

/** Shows why a file is no bank, and asks for its columns, or whether to go on. */
function Refused({ error, onAgain }: { error: Failure; onAgain: (scelte: OwnBankChoices) => void }) {
  const { motivo, viste, forzabile } = error.dati ?? {}
  const names = typeof viste === 'string' && viste !== '' ? viste.split(', ') : []
  const known: Correction = {}
  return (
    <Stack>
      <Band tone="errore">
        <Stack as="span">
          <b>{texts.rifiutato}</b>
          <span>{error.codice === 'FILE_RIFIUTATO' && motivo ? motivo : errorMessage(error).text}</span>
        </Stack>
      </Band>
      {forzabile === 'true' && (
        <Row>
          <Button onClick={() => onAgain({ forza: true })}>{texts.forza}</Button>
        </Row>
      )}
      {names.length > 0 && (
        <ColumnsForm
          correction={known}
          names={names}
          why={bankFileText.colonne_rifiuto}
          onRead={(colonne) => onAgain({ colonne })}
        />
      )}
    </Stack>
  )
}
