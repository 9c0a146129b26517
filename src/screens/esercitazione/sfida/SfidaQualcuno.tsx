import { useCallback, useEffect, useState } from 'react'
import type { Sfida } from '#contract/simulazioni'
import { showError, showToast } from '../../../app/notices.ts'
import { createSfida, readSfida } from '../../../features/simulazioni/classifica.ts'
import { linkSfida } from '../../../features/simulazioni/kept-sfida.ts'
import { sfidaText as testi } from '../../../text/simulazioni.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card, Muted, Row, Stack } from '../../../ui/base.tsx'
import { IconCopy, IconShare } from '../../../ui/icons.ts'
import { Confronto } from './Confronto.tsx'
import css from './sfida.module.css'

/** Challenges somebody with the same draw, once the server has the outcome; the comparison, answered and thrown. */
export function SfidaQualcuno({
  gettone,
  sfida,
  tenuta,
  descrizione,
}: {
  gettone: string
  /** Code of the challenge that this sitting answers. */
  sfida: string | null
  /** Code of the challenge that this sitting threw before; null when it threw none. */
  tenuta: string | null
  descrizione: string
}) {
  const [ricevuta, setRicevuta] = useState<Sfida | null>(null)
  const [lanciata, setLanciata] = useState<Sfida | null>(null)
  const [codice, setCodice] = useState<string | null>(null)
  const [inCorso, setInCorso] = useState(false)
  useEffect(() => {
    if (sfida === null) return
    void readSfida(sfida).then((esito) => esito.ok && setRicevuta(esito.value))
  }, [sfida])

  const mostra = useCallback(async (suo: string) => {
    setCodice(suo)
    const letta = await readSfida(suo)
    if (letta.ok) setLanciata(letta.value)
  }, [])
  useEffect(() => {
    if (tenuta !== null) void mostra(tenuta)
  }, [tenuta, mostra])

  const crea = async () => {
    setInCorso(true)
    const esito = await createSfida(gettone)
    setInCorso(false)
    if (!esito.ok) return showError(esito.error, { riprova: () => void crea() })
    await mostra(esito.value)
  }
  const link = codice === null ? '' : linkSfida(codice)
  const copia = async () => {
    // Without a clipboard the address stays in sight, to be taken by hand.
    const fatto = await navigator.clipboard?.writeText(link).then(
      () => true,
      () => false,
    )
    if (fatto) showToast({ text: testi.copiato })
  }
  const condividi = () => navigator.share({ text: testi.messaggio(descrizione), url: link }).catch(() => undefined)
  return (
    <Card aria-labelledby="sfida">
      <Stack>
        <div>
          <h2 id="sfida">{testi.invita_titolo}</h2>
          <Muted small>{testi.invita_testo}</Muted>
        </div>
        {ricevuta && <Confronto sfida={ricevuta} />}
        {codice === null && (
          <Row>
            <Button icon={<IconShare size={20} />} busy={inCorso} onClick={() => void crea()}>
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
              <Button variant="primario" icon={<IconCopy size={20} />} onClick={() => void copia()}>
                {testi.copia}
              </Button>
              {typeof navigator.share === 'function' && (
                <Button icon={<IconShare size={20} />} onClick={() => void condividi()}>
                  {testi.condividi}
                </Button>
              )}
            </Row>
            {lanciata && <Confronto sfida={lanciata} />}
          </>
        )}
      </Stack>
    </Card>
  )
}
