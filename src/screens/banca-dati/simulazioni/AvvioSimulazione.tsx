import { useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import type { Result } from '#contract/result'
import type { Simulazione } from '#contract/schemi'
import { withTempoAggiuntivo } from '#rules/regolamento/durata'
import { showGuasto, showToast } from '../../../state/avvisi.ts'
import { banche, findBanca } from '../../../state/banche.ts'
import { hrefSeduta } from '../../../state/indirizzi.ts'
import { livello, loadLivello } from '../../../state/livello.ts'
import { downloadBanca, scarichi } from '../../../state/scarichi.ts'
import {
  type Avviata,
  type BancaMancante,
  type BancaNonPronta,
  beginSimulazione,
  enterSimulazione,
  listNonPronte,
} from '../../../state/simulazione-avvio.ts'
import { isAltrove, simulazioni } from '../../../state/simulazioni.ts'
import { refreshTempoAggiuntivo, tempoAggiuntivo } from '../../../state/tempo-aggiuntivo.ts'
import { simulazioni as elenco, avvioSimulazione as testi } from '../../../text/simulazioni.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { IconDownload, IconPlay } from '../../../ui/icone.ts'
import { durataDi, regoleDi, regoleIntere } from './regole.ts'
import css from './simulazioni.module.css'

type Mancano = Extract<Avviata, { tipo: 'mancano' }>

/** The rules in words, then the start; when the draw needs banks that are not here, which ones and how to get them. */
export default function AvvioSimulazione({
  simulazione: s,
  sfida,
  onChiudi,
}: {
  simulazione: Simulazione
  /** Code of the challenge that it answers. */
  sfida: string | null
  onChiudi: () => void
}) {
  const { percento } = useSnapshot(tempoAggiuntivo)
  const [, navigate] = useLocation()
  const [inCorso, setInCorso] = useState(false)
  const [mancano, setMancano] = useState<Mancano | null>(null)
  // Published once more since the list was read: what has just come is the newest there is.
  const [fresche, setFresche] = useState<readonly number[]>([])
  const vivo = useRef(true)
  useEffect(() => {
    vivo.current = true
    void refreshTempoAggiuntivo()
    void loadLivello()
    return () => {
      vivo.current = false
    }
  }, [])
  const durata = durataDi(s, regoleDi(s))
  useSnapshot(banche)
  const lista = useSnapshot(simulazioni)
  const classificata = (lista.esiti[s.id_simulazione]?.totale ?? 0) > 0
  const altrove = isAltrove(s, lista)
  const prima = listNonPronte(s, useSnapshot(livello).stato?.quiz_rimasti ?? null).filter(
    (b) => b.perche !== 'vecchia' || !fresche.includes(b.id_concorso),
  )
  const negata = prima.some((b) => b.perche === 'negata')

  const settle = (esito: Result<Avviata>, riprova: () => void) => {
    if (!vivo.current) return
    setInCorso(false)
    if (!esito.ok) return showGuasto(esito.error, { riprova })
    if (esito.value.tipo === 'mancano') return setMancano(esito.value)
    // An attempt that was given up leaves no outcome to know it by before.
    if (esito.value.fuori_classifica && !classificata) showToast({ testo: testi.gia_vista })
    onChiudi()
    navigate(hrefSeduta(esito.value.prova))
  }
  const comincia = async () => {
    setInCorso(true)
    settle(await beginSimulazione(s.id_simulazione, sfida), () => void comincia())
  }
  const prepara = async () => {
    setInCorso(true)
    for (const { id_concorso, nome } of prima) {
      const esito = await downloadBanca(id_concorso, nome)
      if (!esito.ok) {
        showGuasto(esito.error, { riprova: () => void prepara() })
        break
      }
      if (vivo.current && findBanca(id_concorso)?.stato !== 3) setFresche((altre) => [...altre, id_concorso])
    }
    if (vivo.current) setInCorso(false)
  }
  const scarica = async ({ avviata, banche, sfida: codice }: Mancano) => {
    setInCorso(true)
    for (const { id_concorso, nome } of banche) {
      const esito = await downloadBanca(id_concorso, nome)
      if (esito.ok) continue
      if (vivo.current) setInCorso(false)
      return showGuasto(esito.error, {
        riprova: () => void scarica({ tipo: 'mancano', avviata, banche, sfida: codice }),
      })
    }
    settle(await enterSimulazione(avviata, codice), () => void comincia())
  }

  if (mancano)
    return <Mancanti dati={mancano} inCorso={inCorso} onChiudi={onChiudi} onScarica={() => void scarica(mancano)} />
  const righe = altrove
    ? [`${elenco.domande(s.numero_domande)}. ${testi.fissa}`, testi.orologio, ...regoleIntere(s, percento)]
    : [
        `${elenco.domande(s.numero_domande)}. ${testi.fissa}`,
        percento > 0 ? testi.tempo_in_piu(percento, withTempoAggiuntivo(durata, percento)) : testi.durata(durata),
        testi.orologio,
        ...regoleIntere(s, percento),
        s.pausa ? testi.con_pausa : testi.senza_pausa,
        classificata ? testi.gia_classificata : testi.classifica,
        ...(s.data_scadenza === null ? [] : [testi.fino_al(s.data_scadenza)]),
        testi.rete,
      ]
  return (
    <Dialog
      titolo={s.descrizione}
      onChiudi={onChiudi}
      azioni={
        <>
          <Button variante="fantasma" onClick={onChiudi}>
            {testi.annulla}
          </Button>
          {negata ? null : prima.length > 0 ? (
            <Button
              variante="primario"
              inCorso={inCorso}
              icona={<IconDownload size={20} />}
              onClick={() => void prepara()}
            >
              {prima.every((b) => b.perche === 'vecchia') ? testi.aggiorna_ora : testi.scarica_ora}
            </Button>
          ) : (
            <Button
              variante="primario"
              inCorso={inCorso}
              icona={<IconPlay size={20} />}
              onClick={() => void comincia()}
            >
              {altrove ? testi.riprendi : testi.comincia}
            </Button>
          )}
        </>
      }
    >
      {/* The rules are longer than a phone: the focus starts at their head, not at the button below them. */}
      <p className={css.prima} tabIndex={-1} data-primo>
        <b>{altrove ? testi.prima_riprendi : testi.prima}</b>
      </p>
      {altrove && <p>{testi.riprendi_testo}</p>}
      {spiegaPrima(prima, altrove).map((frase) => (
        <p key={frase}>{frase}</p>
      ))}
      <Arrivo banche={prima} />
      <ul className={css.regole}>
        {righe.map((riga) => (
          <li key={riga}>{riga}</li>
        ))}
      </ul>
    </Dialog>
  )
}

const PRIMA = {
  negata: testi.solo_parte,
  assente: testi.servono,
  vecchia: testi.da_aggiornare,
  parziale: testi.da_completare,
} as const

/** What is missing here before the time runs; what the account cannot have is the only thing to say. */
function spiegaPrima(banche: readonly BancaNonPronta[], altrove: boolean): string[] {
  const nomi = (perche: BancaNonPronta['perche']) => banche.filter((b) => b.perche === perche).map((b) => b.nome)
  if (nomi('negata').length > 0) return [PRIMA.negata(nomi('negata'))]
  // The time of what goes on elsewhere runs already.
  if (altrove) return banche.length === 0 ? [] : [testi.assenti(nomi('assente'))]
  return (['assente', 'vecchia', 'parziale'] as const).flatMap((perche) =>
    nomi(perche).length === 0 ? [] : [PRIMA[perche](nomi(perche))],
  )
}

/** Which bank is on its way. */
function Arrivo({ banche: attese }: { banche: readonly Pick<BancaMancante, 'id_concorso' | 'nome'>[] }) {
  const { per_banca } = useSnapshot(scarichi)
  const corrente = attese.find((b) => per_banca[b.id_concorso])
  return <p role="status">{corrente ? `${testi.scarico}: ${corrente.nome}` : ''}</p>
}

const FRASI = { assente: testi.assenti, parziale: testi.parziali, vecchia: testi.vecchie } as const

function Mancanti({
  dati,
  inCorso,
  onChiudi,
  onScarica,
}: {
  dati: Mancano
  inCorso: boolean
  onChiudi: () => void
  onScarica: () => void
}) {
  const frasi = (['assente', 'vecchia', 'parziale'] as const).flatMap((perche) => {
    const nomi = dati.banche.filter((b) => b.perche === perche).map((b) => b.nome)
    return nomi.length === 0 ? [] : [FRASI[perche](nomi)]
  })
  const scaricabile = dati.banche.every((b) => b.perche !== 'parziale')
  return (
    <Dialog
      titolo={testi.mancano_titolo}
      onChiudi={onChiudi}
      azioni={
        <>
          <Button variante="fantasma" onClick={onChiudi}>
            {testi.annulla}
          </Button>
          {scaricabile && (
            <Button
              variante="primario"
              data-primo
              inCorso={inCorso}
              icona={<IconDownload size={20} />}
              onClick={onScarica}
            >
              {testi.scarica}
            </Button>
          )}
        </>
      }
    >
      {frasi.map((f) => (
        <p key={f}>{f}</p>
      ))}
      {scaricabile && <p>{testi.mancano_corre}</p>}
      <Arrivo banche={dati.banche} />
    </Dialog>
  )
}
