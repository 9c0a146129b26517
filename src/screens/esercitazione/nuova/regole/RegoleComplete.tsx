import { useState } from 'react'
import { nuovaProvaText } from '../../../../features/prove/nuova-text.ts'
import { fullRegoleText as testi } from '../../../../text/regole.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Muted, Row } from '../../../../ui/base.tsx'
import { Field, FieldError } from '../../../../ui/Field.tsx'
import { IconPlus } from '../../../../ui/icons.ts'
import { Segmented } from '../../../../ui/Segmented.tsx'
import { AvvisiDifficolta } from '../AvvisiDifficolta.tsx'
import { domandePerSezione } from '../controllo.ts'
import { settleDifficolta } from '../difficolta.ts'
import { ElencoModelli } from '../ElencoModelli.tsx'
import { campiTempo, type Disponibile, durataRegole, type Modulo } from '../modulo.ts'
import { AmmissioneEditor } from './AmmissioneEditor.tsx'
import { DocumentoRegole } from './DocumentoRegole.tsx'
import { difettiRegole, fraseDi } from './difetti.ts'
import { withDocumento, withModello } from './documento.ts'
import { Gruppo } from './Gruppo.tsx'
import { PuntiEditor } from './PuntiEditor.tsx'
import css from './regole.module.css'
import { SezioneEditor } from './SezioneEditor.tsx'
import { nuovaSezione, REGOLE_VUOTE, type RegoleModulo, type SezioneRegole, toDocumento } from './scritte.ts'

/** Most sections of one's own. */
const SEZIONI_MASSIME = 12

/** A full set of rules: points in sight, the rest opens when it is wanted. Wrong values are told as they are typed. */
export function RegoleComplete({
  modulo,
  disponibili,
  onCambia,
}: {
  modulo: Modulo
  disponibili: readonly Disponibile[]
  onCambia: (parte: Partial<Modulo>) => void
}) {
  const [finestra, setFinestra] = useState<'modelli' | 'documento' | null>(null)
  const { regole: r } = modulo
  const difetti = difettiRegole(r)
  const put = (parte: Partial<RegoleModulo>) => onCambia({ regole: { ...r, ...parte } })
  const opzionale = (nome: 'base' | 'massimo' | 'scala', aiuto?: string) => (
    <Field
      label={`${testi[nome]} (${testi.facoltativo})`}
      value={r[nome]}
      maxLength={12}
      error={fraseDi(difetti, nome)}
      {...(aiuto !== undefined && { help: aiuto })}
      onChange={(e) => put({ [nome]: e.currentTarget.value })}
    />
  )
  const altri = ['base', 'massimo', 'scala']
  return (
    <div className={css.blocco}>
      <Row wrap>
        <Button size="sm" aria-haspopup="dialog" onClick={() => setFinestra('modelli')}>
          {testi.parti}
        </Button>
        <Button size="sm" aria-haspopup="dialog" onClick={() => setFinestra('documento')}>
          {testi.documento}
        </Button>
      </Row>
      <Field
        label={testi.nome}
        placeholder={testi.nome_esempio}
        value={r.nome}
        maxLength={120}
        onChange={(e) => put({ nome: e.currentTarget.value })}
      />
      <PuntiEditor
        legenda={testi.punti}
        punti={r.punti}
        campo="punti"
        difetti={difettiComuni(difetti, r)}
        onCambia={(punti) => put({ punti })}
      />
      <Gruppo
        titolo={testi.sezioni}
        detto={testi.sezioni_conto(r.sezioni.length)}
        difetto={difetti.some((d) => d.campo.startsWith('sezioni') && !isComune(d.campo, r))}
      >
        <Sezioni modulo={modulo} disponibili={disponibili} onCambia={onCambia} />
      </Gruppo>
      <Gruppo
        titolo={testi.ammissione}
        detto={dettoAmmissione(r)}
        difetto={difetti.some((d) => d.campo.startsWith('ammissione'))}
      >
        <AmmissioneEditor regole={r} difetti={difetti} onCambia={put} />
      </Gruppo>
      <Gruppo titolo={testi.altro} detto="" difetto={difetti.some((d) => altri.includes(d.campo))}>
        <Segmented
          legend={testi.multipla}
          options={(['omessa', 'sbagliata'] as const).map((value) => ({ value, text: testi.multiple[value] }))}
          value={r.risposta_multipla}
          onSelect={(risposta_multipla) => put({ risposta_multipla })}
        />
        <div className={css.due}>
          {opzionale('base', testi.base_aiuto)}
          {opzionale('massimo')}
          {opzionale('scala', testi.scala_aiuto)}
        </div>
        <Muted small>{testi.extra}</Muted>
      </Gruppo>
      {difetti.length === 0 && (
        <AvvisiDifficolta
          modulo={modulo}
          difficolta={settleDifficolta(modulo, toDocumento(r), disponibili)}
          onCambia={onCambia}
        />
      )}
      {finestra === 'modelli' && (
        <ElencoModelli
          scelto={null}
          onScegli={(m) => onCambia(withModello(modulo, m, disponibili))}
          onChiudi={() => setFinestra(null)}
        />
      )}
      {finestra === 'documento' && (
        <DocumentoRegole
          modulo={modulo}
          disponibili={disponibili}
          onUsa={(regole) => onCambia(withDocumento(modulo, regole, disponibili))}
          onChiudi={() => setFinestra(null)}
        />
      )}
    </div>
  )
}

/** Whether points are those of all, in a section that has none of its own or without sections: told once, above. */
function isComune(campo: string, r: RegoleModulo): boolean {
  const i = /^sezioni\[(\d+)\]\.punti/.exec(campo)?.[1]
  return i !== undefined && (r.sezioni[Number(i)]?.punti ?? null) === null
}

/** What is wrong in the points of all, whichever section it was found in; a form without sections has one. */
function difettiComuni(difetti: ReturnType<typeof difettiRegole>, r: RegoleModulo) {
  return difetti
    .filter((d) => isComune(d.campo, r))
    .map((d) => ({ ...d, campo: d.campo.replace(/^sezioni\[\d+\]\./, '') }))
}

function dettoAmmissione(r: RegoleModulo): string {
  const parti = [
    ...(r.minimo.trim() === '' ? [] : [testi.soglia_breve(r.minimo)]),
    ...(r.graduatoria === 'primi' ? [testi.primi_breve(r.primi)] : []),
    ...(r.graduatoria === 'posti' ? [testi.posti_breve(r.posti, r.multiplo)] : []),
  ]
  return parti.join(', ') || testi.nessuna_soglia
}

function Sezioni({
  modulo,
  disponibili,
  onCambia,
}: {
  modulo: Modulo
  disponibili: readonly Disponibile[]
  onCambia: (parte: Partial<Modulo>) => void
}) {
  const { sezioni, punti } = modulo.regole
  const put = (nuove: readonly SezioneRegole[], parte: Partial<Modulo> = {}) =>
    onCambia({ ...tempoSezioni(nuove), ...parte, regole: { ...modulo.regole, sezioni: nuove } })
  const difetti = difettiRegole(modulo.regole)
  const conti = domandePerSezione(modulo, disponibili, sezioni.length)
  const nuove = (n: number) =>
    Array.from({ length: n }, (_, i) => nuovaSezione(nuovaProvaText.sezione_n(sezioni.length + i + 1)))
  return (
    <>
      <Muted small>{testi.sezioni_aiuto}</Muted>
      {sezioni.map((s, i) => (
        <SezioneEditor
          // biome-ignore lint/suspicious/noArrayIndexKey: a section is its place
          key={i}
          sezione={s}
          posto={i}
          comuni={punti}
          assegnate={conti[i] ?? 0}
          difetti={difetti}
          onCambia={(parte) => put(sezioni.map((x, k) => (k === i ? { ...x, ...parte } : x)))}
          onTogli={() =>
            put(
              sezioni.filter((_, k) => k !== i),
              { sezioneDi: senza(modulo.sezioneDi, i) },
            )
          }
        />
      ))}
      <FieldError text={fraseDi(difetti, 'sezioni')} />
      {sezioni.length < SEZIONI_MASSIME && (
        <Row wrap>
          <Button
            size="sm"
            icon={<IconPlus size={16} />}
            onClick={() => put([...sezioni, ...nuove(sezioni.length === 0 ? 2 : 1)])}
          >
            {nuovaProvaText.aggiungi_sezione}
          </Button>
        </Row>
      )}
    </>
  )
}

/** Where subjects are once a section is gone: those of it are of none, those after it move up. */
const senza = (sezioneDi: Modulo['sezioneDi'], tolta: number): Record<string, number> =>
  Object.fromEntries(
    Object.entries(sezioneDi).flatMap(([id, i]) => (i === tolta ? [] : [[id, i > tolta ? i - 1 : i] as const])),
  )

/** When every section has its time the whole trial has their sum. */
function tempoSezioni(sezioni: readonly SezioneRegole[]): Partial<Modulo> {
  const ms = durataRegole({ sezioni: toDocumento({ ...REGOLE_VUOTE, sezioni }).sezioni ?? [] })
  return ms === null || ms === 0 ? {} : campiTempo(ms)
}
