import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { BancaLocale } from '#contract/database'
import type { Failure } from '#contract/result'
import { showError } from '../../../app/notices.ts'
import { extraTime, refreshExtraTime } from '../../../features/account/extra-time.ts'
import { countMaterieLeft } from '../../../features/prove/draw.ts'
import { nuovaProvaText as testi } from '../../../features/prove/nuova-text.ts'
import { Button } from '../../../ui/Button.tsx'
import { FieldError } from '../../../ui/Field.tsx'
import { IconSaved } from '../../../ui/icons.ts'
import { controlla, type Difetto } from './controllo.ts'
import { fraseDifetto } from './difetti.ts'
import { Filtri } from './Filtri.tsx'
import { Materie } from './Materie.tsx'
import { Modelli } from './Modelli.tsx'
import {
  campiTempo,
  type Disponibile,
  durataRegole,
  MODULO_VUOTO,
  type Modulo,
  modelloDi,
  readTempo,
  toFiltro,
  totaleQuote,
} from './modulo.ts'
import css from './nuova.module.css'
import { Punteggi } from './Punteggi.tsx'
import { Riassunto } from './Riassunto.tsx'
import { Tempo } from './Tempo.tsx'
import { useAvvio } from './useAvvio.ts'

const RIPOSO_MS = 250

/** Everything of a custom trial on one page: which questions, how many of each subject, how long, what they are worth. */
export function ModuloProva({ banca }: { banca: BancaLocale }) {
  const { id_concorso } = banca
  const [modulo, setModulo] = useState<Modulo>(MODULO_VUOTO)
  const [disponibili, setDisponibili] = useState<readonly Disponibile[] | null>(null)
  const [provato, setProvato] = useState(false)
  const [salvate, setSalvate] = useState(false)
  const { percent: percento } = useSnapshot(extraTime)
  const avvio = useAvvio(id_concorso)
  useEffect(() => void refreshExtraTime(), [])
  const { quali, preferite, testo, da, a } = modulo
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what filters is counted anew
  useEffect(() => {
    let vivo = true
    const conta = async () => {
      const esito = await countMaterieLeft(toFiltro(id_concorso, modulo), testi.senza_materia)
      if (!vivo) return
      if (esito.ok) setDisponibili(esito.value)
      else showError(esito.error as Failure)
    }
    const t = setTimeout(() => void conta(), disponibili === null ? 0 : RIPOSO_MS)
    return () => {
      vivo = false
      clearTimeout(t)
    }
  }, [id_concorso, quali, preferite, testo, da, a])
  const cambia = (parte: Partial<Modulo>) => setModulo((m) => withModello({ ...m, ...parte }, m))
  const materie = disponibili ?? []
  const difetti = disponibili === null ? [] : controlla(modulo, materie)
  const errore = (...campi: Difetto['campo'][]) => {
    const suo = provato ? difetti.find((d) => campi.includes(d.campo)) : undefined
    return suo ? fraseDifetto(suo) : null
  }
  const inizia = () => {
    setProvato(true)
    // Until the subjects are counted nothing can have been chosen: what is wrong shows as soon as they are.
    if (disponibili === null) return
    const primo = difetti[0]
    if (primo) document.getElementById(`nuova-${CARTA[primo.campo]}`)?.scrollIntoView({ block: 'start' })
    else void avvio.inizia(modulo, materie)
  }
  return (
    <div className={css.colonne}>
      <div className={css.schede}>
        <div className={css.salvaStretto}>
          <Button size="sm" icon={<IconSaved size={16} />} onClick={() => setSalvate(true)}>
            {testi.modelli}
          </Button>
        </div>
        <Filtri modulo={modulo} totale={disponibili?.reduce((s, d) => s + d.n, 0) ?? null} onCambia={cambia} />
        <Materie modulo={modulo} disponibili={disponibili} errore={errore('quote', 'materia')} onCambia={cambia} />
        <Tempo modulo={modulo} errore={errore('tempo')} onCambia={cambia} />
        <Punteggi
          modulo={modulo}
          disponibili={materie}
          errore={errore('punti', 'difficolta', 'scritte', 'sezione', 'regole')}
          onCambia={cambia}
        />
      </div>
      <Riassunto
        modulo={modulo}
        totale={totaleQuote(modulo, materie)}
        percento={percento}
        inCorso={avvio.inCorso}
        onInizia={inizia}
        onSalvate={() => setSalvate(true)}
      >
        <FieldError text={avvio.errore ?? (provato && difetti[0] ? fraseDifetto(difetti[0]) : null)} />
      </Riassunto>
      {salvate && <Modelli modulo={modulo} onUsa={setModulo} onChiudi={() => setSalvate(false)} />}
    </div>
  )
}

const CARTA: Record<Difetto['campo'], string> = {
  posizioni: 'quali',
  quote: 'materie',
  materia: 'materie',
  tempo: 'tempo',
  punti: 'punteggi',
  difficolta: 'punteggi',
  scritte: 'punteggi',
  sezione: 'punteggi',
  regole: 'punteggi',
}

/** Choosing a real competition brings its duration and what it allows. */
function withModello(m: Modulo, prima: Modulo): Modulo {
  if (m.origine !== 'modello' || (prima.origine === 'modello' && prima.modello === m.modello)) return m
  const modello = modelloDi(m.modello)
  if (!modello) return m
  const ms = durataRegole(modello.regole)
  const eraMs = prima.origine === 'modello' ? durataRegole(modelloDi(prima.modello)?.regole ?? {}) : null
  return {
    ...m,
    sezioneDi: {},
    ...(ms !== null && campiTempo(ms)),
    // The time of the competition chosen before goes with it.
    ...(ms === null && eraMs !== null && eraMs === readTempo(m) && { ore: '', minuti: '', secondi: '' }),
    solo_avanti: modello.regole.navigazione === 'solo_avanti',
    senza_correzioni: modello.regole.correzioni === 'mai',
  }
}
