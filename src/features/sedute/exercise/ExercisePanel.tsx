import { useSnapshot } from 'valtio'
import { helpText, keysText, esercitazioneText as testi } from '../../../text/esercitazione.ts'
import { Button } from '../../../ui/Button.tsx'
import { Muted, Row } from '../../../ui/base.tsx'
import { IconKeyboard } from '../../../ui/icons.ts'
import { AnswerSheet } from '../parts/AnswerSheet.tsx'
import { KeyList } from '../parts/KeysHelp.tsx'
import comune from '../parts/seduta.module.css'
import { preferences, setPreference } from '../preferences.ts'
import css from './exercise.module.css'

/** Beside the question on wide screens: the answer sheet and the keys. */
export function ExercisePanel({
  indice,
  n,
  onSelect,
}: {
  indice: number
  n: number
  onSelect: (place: number) => void
}) {
  const { tastiera } = useSnapshot(preferences)
  return (
    <aside className={comune.pannello} aria-label={testi.foglio}>
      <Row spread>
        <h2>{testi.foglio}</h2>
        <Muted small as="span">
          {testi.a_che_punto(indice + 1, n)}
        </Muted>
      </Row>
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
    </aside>
  )
}
