import { type SubmitEvent, useState } from 'react'
import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import type { RichiestaAssistenza } from '#contract/account'
import { isEmail } from '#rules/credentials'
import { call } from '../../api/client.ts'
import { network } from '../../platform/network.ts'
import { showError } from '../../session/notices.ts'
import { session } from '../../session/session.ts'
import { validationText } from '../../text/validation.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Muted } from '../../ui/base.tsx'
import { EmailField } from '../../ui/Field.tsx'
import { IconMail } from '../../ui/icons.ts'
import { SelectField, TextArea } from '../../ui/LongFields.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { LegalFrame } from './LegalFrame.tsx'
import css from './legale.module.css'
import { assistenzaText as texts } from './text.ts'

const MOST = 5_000
/** Characters left from which the field counts them. */
const NEAR = 500
const ARGOMENTI = Object.keys(texts.argomenti) as RichiestaAssistenza['argomento'][]

/** Sends from `/assistenza` a message to the operator's mailbox, signed in or not [SC26][CN8]. */
export default function AssistenzaScreen() {
  const email = useSnapshot(session).credentials?.utente.email_comunicazioni ?? null
  const { online } = useSnapshot(network)
  const [errors, setErrors] = useState<{ email?: string; testo?: string }>({})
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState<number | null>(null)

  const submit = async (e: SubmitEvent<HTMLFormElement>) => {
    e.preventDefault()
    const form = e.currentTarget
    const data = new FormData(form)
    const from = String(data.get('email') ?? '').trim()
    const testo = String(data.get('testo')).trim()
    const found = {
      ...(email === null && !isEmail(from) && { email: validationText.EMAIL_NON_VALIDA }),
      ...(testo === '' && { testo: texts.testo_manca }),
    }
    setErrors(found)
    if (Object.keys(found).length > 0) {
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    setBusy(true)
    const argomento = String(data.get('argomento')) as RichiestaAssistenza['argomento']
    const result = await call('assistenza', {
      corpo: { argomento, testo, ...(email === null && { email: from }) },
    })
    setBusy(false)
    if (result.ok) setSent(result.value.numero)
    else showError(result.error, { riprova: () => form.requestSubmit() })
  }

  if (sent !== null)
    return (
      <LegalFrame title={texts.titolo}>
        <div role="status">
          <EmptyState
            icon={<IconMail size={24} />}
            title={texts.fatto_titolo}
            text={texts.fatto(sent)}
            actions={
              <>
                <ButtonLink variant="primario" href="/">
                  {texts.home}
                </ButtonLink>
                <Button onClick={() => setSent(null)}>{texts.altro}</Button>
              </>
            }
          />
        </div>
      </LegalFrame>
    )
  return (
    <LegalFrame title={texts.titolo}>
      <p className={css.intro}>{texts.intro}</p>
      <p>
        <Link className={css.collegamento} href="/guida">
          {texts.guida}
        </Link>
      </p>
      <form className={css.modulo} noValidate onSubmit={submit}>
        {email === null ? (
          <EmailField label={texts.email} autoComplete="email" error={errors.email} />
        ) : (
          <p>{texts.email_tua(email)}</p>
        )}
        <SelectField label={texts.argomento} name="argomento" defaultValue="ALTRO">
          {ARGOMENTI.map((a) => (
            <option key={a} value={a}>
              {texts.argomenti[a]}
            </option>
          ))}
        </SelectField>
        <MessageField error={errors.testo} />
        {!online && <Muted role="status">{texts.offline}</Muted>}
        <Button variant="primario" size="lg" type="submit" busy={busy} disabled={!online}>
          {texts.invia}
        </Button>
      </form>
    </LegalFrame>
  )
}

/** Asks for the message, and counts the characters left once the end is near. */
function MessageField({ error }: { error: string | undefined }) {
  const [length, setLength] = useState(0)
  return (
    <>
      <TextArea
        label={texts.testo}
        name="testo"
        rows={8}
        maxLength={MOST}
        help={texts.testo_aiuto}
        error={error}
        onChange={(e) => setLength(e.currentTarget.value.length)}
      />
      <Muted small role="status">
        {MOST - length <= NEAR ? texts.resta(MOST - length) : ''}
      </Muted>
    </>
  )
}
