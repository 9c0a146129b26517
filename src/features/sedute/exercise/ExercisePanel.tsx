import { useSnapshot } from 'valtio'
import { KeyList } from '../../../components/seduta/KeysHelp.tsx'
import { SidePanel } from '../../../components/seduta/SidePanel.tsx'
import { preferences, setPreference } from '../../../domain/preferences.ts'
import { helpText, keysText, esercitazioneText as testi } from '../../../text/esercitazione.ts'
import { Button } from '../../../ui/Button.tsx'
import { Muted, Row } from '../../../ui/base.tsx'
import { IconKeyboard } from '../../../ui/icons.ts'
import { AnswerSheet } from '../parts/AnswerSheet.tsx'
import css from './exercise.module.css'

type Props = { indice: number; n: number; onSelect: (place: number) => void }

/** The answer sheet of an exercise and its keys. */
export function ExercisePanel({ indice, n, onSelect }: Props) {
  const { tastiera } = useSnapshot(preferences)
  return (
    <SidePanel title={testi.foglio} count={testi.a_che_punto(indice + 1, n)}>
      <AnswerSheet onSelect={onSelect} />
      <div className={css.tastiera}>
        <h3>
          <IconKeyboard size={16} /> {helpText.titolo}
        </h3>
        {tastiera ? (
          <KeyList keys={keysText.filter((t) => t.short)} />
        ) : (
          <Row wrap>
            <Muted small>{helpText.spente}</Muted>
            <Button size="sm" onClick={() => setPreference('tastiera', true)}>
              {helpText.riaccendi}
            </Button>
          </Row>
        )}
      </div>
    </SidePanel>
  )
}
