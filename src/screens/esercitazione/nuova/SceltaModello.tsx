import { useState } from 'react'
import { withoutDifficolta } from '#rules/regolamento/difficolta'
import { readRegolamento } from '#rules/regolamento/read'
import { nuovaProvaText as testi } from '../../../features/prove/nuova-text.ts'
import { scoringLines } from '../../../text/regolamento-lines.ts'
import { fullRegoleText } from '../../../text/regole.ts'
import { Button } from '../../../ui/Button.tsx'
import { Band, Muted, Row, Stack } from '../../../ui/base.tsx'
import { IconInfo } from '../../../ui/icons.ts'
import { AvvisiDifficolta } from './AvvisiDifficolta.tsx'
import { settleDifficolta } from './difficolta.ts'
import { ElencoModelli } from './ElencoModelli.tsx'
import { type Disponibile, durataRegole, type Modulo, modelloDi, totaleQuote } from './modulo.ts'
import css from './nuova.module.css'

/** The rules of a real competition: which one, its source, what the source leaves out. */
export function SceltaModello({
  modulo,
  disponibili,
  onCambia,
  onModifica,
}: {
  modulo: Modulo
  disponibili: readonly Disponibile[]
  onCambia: (parte: Partial<Modulo>) => void
  /** These rules become the person's own, to be changed. */
  onModifica: () => void
}) {
  const [aperta, setAperta] = useState(false)
  const modello = modelloDi(modulo.modello)
  if (!modello) return null
  const totale = totaleQuote(modulo, disponibili)
  const difficolta = settleDifficolta(modulo, modello.regole, disponibili)
  const letto = readRegolamento(difficolta.senza ? withoutDifficolta(modello.regole) : modello.regole)
  const { base, massimo, ammissione } = modello.regole
  const conSoglia = base !== undefined || massimo !== undefined || ammissione?.minimo !== undefined
  const inParte = conSoglia && totale > 0 && totale !== modello.numero_domande
  const avvisi = [
    ...(modello.non_indicati ?? []).map((quale) => testi.non_indicati[quale]),
    ...(durataRegole(modello.regole) === null ? [testi.senza_tempo] : []),
  ]
  return (
    <Stack>
      <div className={css.modello}>
        <b>{modello.nome}</b>
        <Muted small>{testi.fonte(modello.fonte)}</Muted>
        {letto.ok &&
          scoringLines(letto.regolamento).map((riga) => (
            <Muted small key={riga}>
              {riga}
            </Muted>
          ))}
        <Muted small>
          {testi.modello_domande(modello.numero_domande)}
          {inParte && ` ${testi.proporzione(totale)}`}
        </Muted>
        {modello.regole.ammissione?.primi !== undefined || modello.regole.ammissione?.posti !== undefined ? (
          <Muted small>{testi.non_graduatoria}</Muted>
        ) : null}
        <Row wrap>
          <Button size="sm" aria-haspopup="dialog" onClick={() => setAperta(true)}>
            {testi.scegli_modello}
          </Button>
          <Button size="sm" variant="fantasma" onClick={onModifica}>
            {fullRegoleText.modifica}
          </Button>
        </Row>
      </div>
      <AvvisiDifficolta modulo={modulo} difficolta={difficolta} onCambia={onCambia} />
      {avvisi.map((a) => (
        <Band key={a} icon={<IconInfo size={20} />}>
          {a}
        </Band>
      ))}
      {aperta && (
        <ElencoModelli
          scelto={modello.id}
          onScegli={(m) => onCambia({ modello: m.id })}
          onChiudi={() => setAperta(false)}
        />
      )}
    </Stack>
  )
}
