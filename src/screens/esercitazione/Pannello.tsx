import { useSnapshot } from 'valtio'
import { preferences, setPreference } from '../../features/sedute/preferences.ts'
import { helpText, esercitazioneText as testi } from '../../text/esercitazione.ts'
import { Button } from '../../ui/Button.tsx'
import { Muted, Row } from '../../ui/base.tsx'
import { IconKeyboard } from '../../ui/icons.ts'
import { Tasti } from './Aiuto.tsx'
import css from './esercitazione.module.css'
import { Foglio } from './Foglio.tsx'
import comune from './seduta.module.css'

/** Beside the question on wide screens: the answer sheet and the keys. */
export function Pannello({ indice, n, onScegli }: { indice: number; n: number; onScegli: (posto: number) => void }) {
  const { tastiera } = useSnapshot(preferences)
  return (
    <aside className={comune.pannello} aria-label={testi.foglio}>
      <Row spread>
        <h2>{testi.foglio}</h2>
        <Muted small as="span">
          {testi.a_che_punto(indice + 1, n)}
        </Muted>
      </Row>
      <Foglio onScegli={onScegli} />
      <div className={css.tastiera}>
        <h3>
          <IconKeyboard size={16} /> {helpText.titolo}
        </h3>
        {tastiera ? (
          <Tasti brevi />
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
