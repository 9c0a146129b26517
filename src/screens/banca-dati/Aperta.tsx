import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import type { SedutaInBreve } from '#contract/database'
import { dettaglio, dropSeduta, resumeSeduta } from '../../state/banca.ts'
import { hrefSeduta, isProva } from '../../state/indirizzi.ts'
import { isModo } from '../../state/modi.ts'
import { banca as testi } from '../../text/banca.ts'
import { aperte } from '../../text/modi.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, Muted, Row } from '../../ui/base.tsx'
import { IconPlay } from '../../ui/icone.ts'
import css from './banca.module.css'

/** The sitting left open on this bank: go on, or close it [EX13]. */
export function Aperta() {
  const aperta = useSnapshot(dettaglio).aperta as SedutaInBreve | null
  const [, navigate] = useLocation()
  if (!aperta) return null
  const { id, indice, n, corrette, errate, tipo } = aperta
  const modo = isModo(tipo)
  const prova = isProva(aperta)
  return (
    <Card aria-labelledby="aperta" className={css.aperta}>
      <div>
        <h2 id="aperta">{modo ? aperte[tipo] : prova ? testi.aperta_prova : testi.aperta_titolo}</h2>
        {!modo && <Muted piccolo>{prova ? testi.aperta_prova_testo : testi.aperta_conti(corrette, errate)}</Muted>}
      </div>
      <Row a_capo>
        <Button
          variante="tenue"
          misura="sm"
          icona={<IconPlay size={20} />}
          onClick={async () => {
            if (await resumeSeduta(id)) navigate(hrefSeduta(aperta))
          }}
        >
          {testi.aperta(indice + 1, n)}
        </Button>
        {/* A simulation has a clock and a ranking: it is given up from inside, with a question. */}
        {aperta.tipo !== 'SIMULAZIONE' && (
          <Button variante="fantasma" misura="sm" onClick={() => void dropSeduta(id)}>
            {testi.chiudi_aperta}
          </Button>
        )}
      </Row>
    </Card>
  )
}
