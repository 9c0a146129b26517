import type { ReactNode } from 'react'
import { encode } from 'uqr'
import { factorSetupText as texts } from '../text/factor-setup.ts'
import { AwayLink, Button } from './Button.tsx'
import { Muted, Row, Stack } from './base.tsx'
import { Dialog } from './Dialog.tsx'
import css from './FactorSetup.module.css'
import { IconDownload, IconPhone } from './icons.ts'
import { saveFile } from './save-file.ts'

/** A text as a picture, with its own colours in both themes: few cameras read light on dark. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const path = data.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('')
  return (
    <svg
      className={css.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={texts.qr}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}

/** The secret of an authenticator as a picture, as a link and as text. */
export const FactorSecret = ({ segreto, indirizzo }: { segreto: string; indirizzo: string }) => (
  <>
    <Muted>{texts.segreto_testo}</Muted>
    <QrCode text={indirizzo} />
    <div>
      <AwayLink href={indirizzo} size="sm" icon={<IconPhone size={20} />}>
        {texts.apri_app}
      </AwayLink>
    </div>
    <p>
      {texts.a_mano} <code className={css.secret}>{segreto.replace(/(.{4})(?=.)/g, '$1 ')}</code>
    </p>
  </>
)

/** The recovery codes, shown once; `children`: another way to keep them. */
export const RecoveryCodes = ({
  codes,
  file,
  onDone,
  children,
}: {
  codes: readonly string[]
  /** Name of the file to keep. */
  file: string
  onDone: () => void
  children?: ReactNode
}) => (
  <Dialog
    title={texts.codici_titolo}
    kind="avviso"
    onClose={() => undefined}
    actions={
      <Button variant="primario" onClick={onDone}>
        {texts.salvati}
      </Button>
    }
  >
    <Stack>
      <p>{texts.codici_testo}</p>
      <ul className={css.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Row wrap>
        {children}
        <Button
          data-primo={children === undefined || undefined}
          size="sm"
          icon={<IconDownload size={20} />}
          onClick={() => saveFile(file, `${texts.file_testa}\n\n${codes.join('\n')}\n`, 'text/plain')}
        >
          {texts.scarica}
        </Button>
      </Row>
    </Stack>
  </Dialog>
)
