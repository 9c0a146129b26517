import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { formatDate } from '../../text/formats.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, Muted, Row } from '../../ui/base.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { FieldError } from '../../ui/Field.tsx'
import { callConsole } from '../api.ts'
import { ConsolePage } from '../ConsoleFrame.tsx'
import { consoleState } from '../console-session.ts'
import { consoleFailure, consoleText } from '../text.ts'
import { SetUpFactors } from './SetUpFactors.tsx'
import { accessText as texts } from './text.ts'

/** The caller's own second factors. */
export default function SicurezzaScreen() {
  const { sessione } = useSnapshot(consoleState)
  const [removing, setRemoving] = useState<{ id: string; nome: string } | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  if (!sessione) return null
  const isLast = sessione.passkey.length + (sessione.codici ? 1 : 0) === 1
  const remove = async (id: string) => {
    setRemoving(null)
    const result = await callConsole('togli_passkey', { query: { id } })
    if (result.ok) consoleState.sessione = result.value
    setRefused(result.ok ? null : consoleFailure(result.error))
  }
  const end = new Date(sessione.scade).toLocaleTimeString('it-IT', { hour: '2-digit', minute: '2-digit' })
  return (
    <ConsolePage title={consoleText.sicurezza} below={<Muted>{texts.scade(end)}</Muted>}>
      {sessione.passkey.map(({ id, nome, creata, ultimo_uso }) => (
        <Card key={id}>
          <Row spread wrap>
            <div>
              <h2>{nome}</h2>
              <Muted small>{texts.aggiunta(formatDate(creata), formatDate(ultimo_uso))}</Muted>
              {isLast && <Muted small>{texts.ultima}</Muted>}
            </div>
            {!isLast && (
              <Button size="sm" label={`${texts.togli} ${nome}`} onClick={() => setRemoving({ id, nome })}>
                {texts.togli}
              </Button>
            )}
          </Row>
        </Card>
      ))}
      {sessione.codici && (
        <Card>
          <h2>{texts.codici}</h2>
          <Muted>{texts.codici_attivi(sessione.codici_rimasti)}</Muted>
        </Card>
      )}
      <div role="alert">
        <FieldError text={refused} />
      </div>
      <Card>
        <SetUpFactors />
      </Card>
      {removing && (
        <ConfirmDialog
          title={texts.togli_titolo(removing.nome)}
          no={consoleText.annulla}
          yes={texts.togli}
          danger
          onNo={() => setRemoving(null)}
          onYes={() => void remove(removing.id)}
        >
          {texts.togli_testo}
        </ConfirmDialog>
      )}
    </ConsolePage>
  )
}
