import { useCallback, useEffect, useState } from 'react'
import type { Sfida } from '#contract/simulazioni'
import { showError, showToast } from '../../session/notices.ts'
import { sfidaText as testi } from '../../text/simulazioni.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, Row, Stack } from '../../ui/base.tsx'
import { CardHead } from '../../ui/CardHead.tsx'
import { IconCopy, IconShare } from '../../ui/icons.ts'
import { linkSfida } from './kept-sfida.ts'
import { createSfida, readSfida } from './read-classifica.ts'
import { SfidaComparison } from './SfidaComparison.tsx'
import css from './sfida.module.css'

/** Challenges somebody with the same draw, once the server has the outcome. Compares the challenges taken and thrown. */
export function ChallengeSomebody({
  gettone,
  sfida,
  thrownCode,
  descrizione,
}: {
  gettone: string
  /** Code of the challenge that this sitting takes up. */
  sfida: string | null
  /** Code of the challenge that this sitting threw before; null when it threw none. */
  thrownCode: string | null
  descrizione: string
}) {
  const [received, setReceived] = useState<Sfida | null>(null)
  const [thrown, setThrown] = useState<Sfida | null>(null)
  const [codice, setCodice] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    if (sfida === null) return
    void readSfida(sfida).then((result) => result.ok && setReceived(result.value))
  }, [sfida])

  const show = useCallback(async (code: string) => {
    setCodice(code)
    const read = await readSfida(code)
    if (read.ok) setThrown(read.value)
  }, [])
  useEffect(() => {
    if (thrownCode !== null) void show(thrownCode)
  }, [thrownCode, show])

  const create = async () => {
    setBusy(true)
    const result = await createSfida(gettone)
    setBusy(false)
    if (!result.ok) return showError(result.error, { riprova: () => void create() })
    await show(result.value)
  }
  const link = codice === null ? '' : linkSfida(codice)
  const copy = async () => {
    // Leave the address in sight without a clipboard, for a copy by hand.
    const done = await navigator.clipboard?.writeText(link).then(
      () => true,
      () => false,
    )
    if (done) showToast({ text: testi.copiato })
  }
  const share = () => navigator.share({ text: testi.messaggio(descrizione), url: link }).catch(() => undefined)
  return (
    <Card aria-labelledby="sfida">
      <Stack>
        <CardHead id="sfida" title={testi.invita_titolo} text={testi.invita_testo} />
        {received && <SfidaComparison sfida={received} />}
        {codice === null && (
          <Row>
            <Button icon={<IconShare size={20} />} busy={busy} onClick={() => void create()}>
              {testi.crea}
            </Button>
          </Row>
        )}
        {codice !== null && (
          <>
            <label className={css.link}>
              <span>{testi.link}</span>
              <input readOnly value={link} onFocus={(e) => e.currentTarget.select()} />
            </label>
            <Row wrap>
              <Button variant="primario" icon={<IconCopy size={20} />} onClick={() => void copy()}>
                {testi.copia}
              </Button>
              {typeof navigator.share === 'function' && (
                <Button icon={<IconShare size={20} />} onClick={() => void share()}>
                  {testi.condividi}
                </Button>
              )}
            </Row>
            {thrown && <SfidaComparison sfida={thrown} />}
          </>
        )}
      </Stack>
    </Card>
  )
}
