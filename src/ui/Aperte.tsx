import { useId, useState } from 'react'
import { PIU_BANCHE, type SedutaInBreve } from '#contract/database'
import { aperte as testi } from '../text/aperte.ts'
import { finestre } from '../text/prova.ts'
import css from './Aperte.module.css'
import { Button } from './Button.tsx'
import { Card, Muted, Row } from './base.tsx'
import { Conferma } from './Conferma.tsx'
import { IconPlay } from './icone.ts'

/** What can be done with a sitting left open. */
export type ComandiAperte = {
  onContinua: (seduta: SedutaInBreve) => void
  /** Gives it up. */
  onChiudi: (seduta: SedutaInBreve) => void
  /** Delivers a trial as it is. */
  onConsegna: (seduta: SedutaInBreve) => void
  /** Marked places of a trial; null for one that cannot be delivered. */
  countDate: (seduta: SedutaInBreve) => Promise<number | null>
}

/** The sittings left open: go on, or close [EX13]. What a trial has marked counts nowhere yet: it asks first. */
export function Aperte({ aperte, ...comandi }: ComandiAperte & { aperte: readonly SedutaInBreve[] }) {
  const [chiesta, setChiesta] = useState<{ seduta: SedutaInBreve; date: number | null } | null>(null)
  const chiudi = async (seduta: SedutaInBreve) => {
    if (seduta.tipo !== 'PROVA_PERSONALIZZATA') comandi.onChiudi(seduta)
    else setChiesta({ seduta, date: await comandi.countDate(seduta) })
  }
  const scegli = (f: ComandiAperte['onChiudi'], seduta: SedutaInBreve) => {
    setChiesta(null)
    f(seduta)
  }
  return (
    <>
      {aperte.map((a) => (
        <Aperta key={a.id} seduta={a} onContinua={() => comandi.onContinua(a)} onChiudi={() => void chiudi(a)} />
      ))}
      {chiesta && (
        <Chiusura
          {...chiesta}
          onNo={() => setChiesta(null)}
          onAbbandona={() => scegli(comandi.onChiudi, chiesta.seduta)}
          onConsegna={() => scegli(comandi.onConsegna, chiesta.seduta)}
        />
      )}
    </>
  )
}

function Aperta({
  seduta,
  onContinua,
  onChiudi,
}: {
  seduta: SedutaInBreve
  onContinua: () => void
  onChiudi: () => void
}) {
  const id = useId()
  const { tipo, id_concorso, indice, n } = seduta
  const sotto = toSotto(seduta)
  const titolo = testi.titoli[tipo]
  return (
    <Card aria-labelledby={id} className={css.aperta}>
      <div>
        <h2 id={id}>{id_concorso === PIU_BANCHE ? testi.su_piu_banche(titolo) : titolo}</h2>
        {sotto !== null && <Muted piccolo>{sotto}</Muted>}
      </div>
      <Row a_capo>
        <Button variante="tenue" misura="sm" icona={<IconPlay size={20} />} onClick={onContinua}>
          {testi.continua(indice + 1, n)}
        </Button>
        {/* A simulation has a clock and a ranking: it is given up from inside, with a question. */}
        {tipo !== 'SIMULAZIONE' && (
          <Button variante="fantasma" misura="sm" onClick={onChiudi}>
            {testi.chiudi}
          </Button>
        )}
      </Row>
    </Card>
  )
}

/** How the exercise goes; of a trial nothing is told before delivery but when it began. */
function toSotto({ tipo, corrette, errate, iniziata }: SedutaInBreve): string | null {
  if (tipo === 'ESERCITAZIONE') return testi.conti(corrette, errate)
  return tipo === 'SIMULAZIONE' || tipo === 'PROVA_PERSONALIZZATA'
    ? `${testi.iniziata(iniziata)}. ${testi.riprendi}`
    : null
}

/** Before a trial is closed from outside: leaving it open, delivering it, giving it up. */
const Chiusura = ({
  seduta,
  date,
  onNo,
  onConsegna,
  onAbbandona,
}: {
  seduta: SedutaInBreve
  date: number | null
  onNo: () => void
  onConsegna: () => void
  onAbbandona: () => void
}) => (
  <Conferma
    titolo={testi.prova_titolo}
    no={testi.prova_no}
    si={finestre.uscita_abbandona}
    altro={date !== null && <Button onClick={onConsegna}>{finestre.uscita_consegna}</Button>}
    pericolo
    onNo={onNo}
    onSi={onAbbandona}
  >
    {date !== null && `${testi.prova_date(date, seduta.n)} ${testi.prova_consegna} `}
    {testi.prova_abbandona}
  </Conferma>
)
