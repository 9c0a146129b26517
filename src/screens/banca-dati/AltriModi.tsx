import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { Filtro, Ordine } from '#contract/database'
import { showGuasto } from '../../state/avvisi.ts'
import { hrefSeduta } from '../../state/indirizzi.ts'
import { countDaAssegnare, DA_ASSEGNARE, type Modo, startModo } from '../../state/modi.ts'
import { ingressi as testi } from '../../text/modi.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, Muted, Stack } from '../../ui/base.tsx'
import { IconAssign, IconListen, IconQuestions } from '../../ui/icone.ts'
import css from './banca.module.css'

/** Reading, listening and keys by hand, over what the filters leave (D22, D17). */
export function AltriModi({ filtro, ordine, vuoto }: { filtro: Filtro; ordine: Ordine; vuoto: boolean }) {
  const [, navigate] = useLocation()
  const [inCorso, setInCorso] = useState<Modo | null>(null)
  const [daAssegnare, setDaAssegnare] = useState(0)
  const { id_concorso } = filtro
  useEffect(() => {
    let vivo = true
    void countDaAssegnare(id_concorso).then((n) => vivo && setDaAssegnare(n))
    return () => {
      vivo = false
    }
  }, [id_concorso])
  const apri = async (tipo: Modo) => {
    if (inCorso) return
    setInCorso(tipo)
    const esito = await startModo(
      tipo === 'ASSEGNA_RISPOSTE'
        ? { filtro: { id_concorso, chiavi: DA_ASSEGNARE }, ordine: 'UFFICIALE', tipo }
        : { filtro, ordine, tipo },
    )
    setInCorso(null)
    if (esito.ok) navigate(hrefSeduta(esito.value))
    else showGuasto(esito.error, { riprova: () => void apri(tipo) })
  }
  const voce = (tipo: Modo, icona: React.ReactNode, nome: string, testo: string, spenta: boolean) => (
    <div className={css.modo}>
      <Button icona={icona} inCorso={inCorso === tipo} disabled={spenta} onClick={() => void apri(tipo)}>
        {nome}
      </Button>
      <Muted piccolo>{testo}</Muted>
    </div>
  )
  return (
    <Card aria-labelledby="altri-modi">
      <Stack>
        <div>
          <h2 id="altri-modi">{testi.titolo}</h2>
          <Muted piccolo>{testi.testo}</Muted>
        </div>
        <div className={css.modi}>
          {voce('LETTA', <IconQuestions size={20} />, testi.leggi, testi.leggi_testo, vuoto)}
          {voce('ASCOLTATA', <IconListen size={20} />, testi.ascolta, testi.ascolta_testo, vuoto)}
          {daAssegnare > 0 &&
            voce('ASSEGNA_RISPOSTE', <IconAssign size={20} />, testi.assegna, testi.assegna_testo(daAssegnare), false)}
        </div>
      </Stack>
    </Card>
  )
}
