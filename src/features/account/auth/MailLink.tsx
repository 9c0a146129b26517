import { type ReactNode, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Result } from '#contract/result'
import { HOME, LOGIN } from '#rules/routes'
import { call, download } from '../../../api/client.ts'
import { isAuthenticated, sessione } from '../../../domain/sign-in.ts'
import { accountFailure } from '../../../session/failures.ts'
import { showError } from '../../../session/notices.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { IconDevice, IconDownload, IconLock, IconMail, IconRight, IconUndo } from '../../../ui/icons.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { dataText } from '../profile/text.ts'
import { AuthMessage, ExpiredMessage } from './AuthMessage.tsx'
import css from './auth.module.css'
import { addressLinkText, codeLinkText, dataLinkText, deviceText, keepText, noticesLinkText } from './later-text.ts'
import type { MailLinkKind } from './mail-link.ts'
import { authText } from './text.ts'

type Texts = Record<
  'link_titolo' | 'link_testo' | 'link_si' | 'link_no' | 'fatto_titolo' | 'fatto' | 'scaduto_titolo' | 'scaduto',
  string
>
type Kind = { texts: Texts; icon: ReactNode; act: (token: string) => Promise<Result<unknown>> }

/** Saves everything about the account into the browser's downloads. */
async function takeData(token: string): Promise<Result<null>> {
  const file = await download('esporta_con_prova', { token })
  if (!file.ok) return file
  saveFile(dataText.file, file.value, 'application/zip')
  return { ok: true, value: null }
}

const KINDS: Record<MailLinkKind, Kind> = {
  dispositivo: {
    texts: deviceText,
    icon: <IconDevice size={32} />,
    act: (token) => call('conferma_dispositivo', { corpo: { token } }),
  },
  tieni: {
    texts: keepText,
    icon: <IconUndo size={32} />,
    act: (token) => call('annulla_eliminazione', { corpo: { token } }),
  },
  indirizzo: {
    texts: addressLinkText,
    icon: <IconMail size={32} />,
    act: (token) => call('conferma_indirizzo', { corpo: { token } }),
  },
  codice: {
    texts: codeLinkText,
    icon: <IconLock size={32} />,
    act: (token) => call('conferma_senza_codice', { corpo: { token } }),
  },
  avvisi: {
    texts: noticesLinkText,
    icon: <IconMail size={32} />,
    act: (token) => call('smetti_avvisi', { corpo: { token } }),
  },
  dati: { texts: dataLinkText, icon: <IconDownload size={32} />, act: takeData },
}

/** Asks for a yes before a mail's link acts, on any device that opened the mail [AU35][AU42][AU43][AU48][RT38]. */
export default function MailLink({ kind, token }: { kind: MailLinkKind; token: string }) {
  const entered = isAuthenticated(useSnapshot(sessione) as typeof sessione)
  const [step, setStep] = useState<'chiede' | 'in_corso' | 'fatto' | 'scaduto'>('chiede')
  const { texts, icon, act } = KINDS[kind]

  const confirm = async () => {
    setStep('in_corso')
    const result = await act(token)
    if (result.ok) return setStep('fatto')
    setStep(result.error.codice === 'LINK_SCADUTO' ? 'scaduto' : 'chiede')
    if (result.error.codice !== 'LINK_SCADUTO')
      showError(accountFailure(result.error), { riprova: () => void confirm() })
  }
  const away = (
    <ButtonLink variant="primario" size="lg" fullWidth href={entered ? HOME : LOGIN}>
      {entered ? deviceText.home : authText.accedi}
    </ButtonLink>
  )

  if (step === 'fatto')
    return (
      <>
        <AuthMessage icon={<IconRight size={32} />} title={texts.fatto_titolo} tone="ok">
          <p role="status">{texts.fatto}</p>
        </AuthMessage>
        {away}
      </>
    )
  if (step === 'scaduto')
    return (
      <>
        <ExpiredMessage texts={texts} />
        {away}
      </>
    )
  return (
    <>
      <AuthMessage icon={icon} title={texts.link_titolo}>
        <p>{texts.link_testo}</p>
      </AuthMessage>
      <div className={css.azioni}>
        <Button variant="primario" size="lg" fullWidth busy={step === 'in_corso'} onClick={() => void confirm()}>
          {texts.link_si}
        </Button>
        <ButtonLink variant="fantasma" fullWidth href={entered ? '/profilo' : '/auth/recupera-password'}>
          {texts.link_no}
        </ButtonLink>
      </div>
    </>
  )
}
