import { useSnapshot } from 'valtio'
import { preferenze, setPreferenza } from '../../state/preferenze.ts'
import { aiuto, esercitazione as testi } from '../../text/esercitazione.ts'
import { Button } from '../../ui/Button.tsx'
import { Muted, Row } from '../../ui/base.tsx'
import { IconKeyboard } from '../../ui/icone.ts'
import { Tasti } from './Aiuto.tsx'
import css from './esercitazione.module.css'
import { Foglio } from './Foglio.tsx'
import comune from './seduta.module.css'

/** Beside the question on wide screens: the answer sheet and the keys. */
export function Pannello({ indice, n, onScegli }: { indice: number; n: number; onScegli: (posto: number) => void }) {
  const { tastiera } = useSnapshot(preferenze)
  return (
    <aside className={comune.pannello} aria-label={testi.foglio}>
      <Row ai_lati>
        <h2>{testi.foglio}</h2>
        <Muted piccolo come="span">
          {testi.a_che_punto(indice + 1, n)}
        </Muted>
      </Row>
      <Foglio onScegli={onScegli} />
      <div className={css.tastiera}>
        <h3>
          <IconKeyboard size={16} /> {aiuto.titolo}
        </h3>
        {tastiera ? (
          <Tasti brevi />
        ) : (
          <Row a_capo>
            <Muted piccolo>{aiuto.spente}</Muted>
            <Button misura="sm" onClick={() => setPreferenza('tastiera', true)}>
              {aiuto.riaccendi}
            </Button>
          </Row>
        )}
      </div>
    </aside>
  )
}
