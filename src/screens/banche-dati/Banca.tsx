import { useSnapshot } from 'valtio'
import type { BancaLocale } from '#contract/database'
import type { Failure } from '#contract/result'
import { isConservato } from '../../state/archivio.ts'
import { showGuasto, showToast } from '../../state/avvisi.ts'
import { hrefBanca } from '../../state/indirizzi.ts'
import { livello } from '../../state/livello.ts'
import { cancelDownload, downloadBanca, scarichi } from '../../state/scarichi.ts'
import { statoBanca, banche as testi, scarico as testiScarico } from '../../text/banche.ts'
import { dimensione } from '../../text/formati.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Card, Chip, Muted, Row } from '../../ui/base.tsx'
import { IconDelete, IconDownload, IconPlay, IconQuestions, IconUpdate } from '../../ui/icone.ts'
import { LevelBar } from '../../ui/Livelli.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { Scarico, type ScaricoVista } from '../../ui/Scarico.tsx'
import css from './banche.module.css'

const TONO = { 0: 'neutro', 1: 'ok', 2: 'avviso', 3: 'primario' } as const
const ICONA = {
  0: <IconDownload size={16} />,
  1: <IconDownload size={16} />,
  2: <IconDownload size={16} />,
  3: <IconUpdate size={16} />,
}

/** One bank of the account: its state, its levels, what can be done with it. */
export function Banca({ banca, onElimina }: { banca: BancaLocale; onElimina: () => void }) {
  const scarico = useSnapshot(scarichi).per_banca[banca.id_concorso] as ScaricoVista | undefined
  const rimasti = useSnapshot(livello).stato?.quiz_rimasti
  const { id_concorso, concorso, stato } = banca
  const scarica = async () => {
    const esito = await downloadBanca(id_concorso, concorso)
    if (esito.ok) showToast({ testo: testiScarico.fatto(concorso, isConservato()) })
    else tell(esito.error)
  }
  const tell = (guasto: Failure) => {
    // A cut is told on the card itself, where the way on is.
    if (guasto.codice !== 'DOWNLOAD_ANNULLATO' && guasto.codice !== 'DOWNLOAD_INTERROTTO')
      showGuasto(guasto, { scarica: () => void scarica(), riprova: () => void scarica() })
  }
  // A demo sample is all that a demo account gets: asking again is of use only when something is left.
  const mancano = stato === 2 && rimasti !== undefined && rimasti !== 0
  return (
    <Card className={css.banca} aria-labelledby={`b${id_concorso}`}>
      <div className={css.testa}>
        <div>
          <Muted piccolo>{[banca.ente, banca.anno, banca.profilo].filter((x) => x !== null).join(' · ')}</Muted>
          <h2 id={`b${id_concorso}`}>{concorso}</h2>
        </div>
        <div className={css.menu}>
          <Menu
            etichetta={testi.azioni(concorso)}
            voci={[
              {
                id: 'elimina',
                testo: testi.elimina,
                icona: <IconDelete size={20} />,
                pericolo: true,
                onScegli: onElimina,
              },
            ]}
          />
        </div>
      </div>
      <Row a_capo>
        <Chip tono={TONO[stato]} icona={ICONA[stato]}>
          {statoBanca[stato]}
        </Chip>
        <Chip icona={<IconQuestions size={16} />}>{testi.domande(banca.n_domande, banca.n_domande_totali)}</Chip>
      </Row>
      {banca.n_domande > 0 && (
        <>
          <LevelBar per_livello={banca.per_livello} />
          <p className={css.nota}>
            <span>{testi.completamento(banca.completamento)}</span>
            <span>{dimensione(banca.dimensione)}</span>
          </p>
        </>
      )}
      {scarico ? (
        <Scarico vista={scarico} onAnnulla={() => void cancelDownload(id_concorso)} onRiprendi={() => void scarica()} />
      ) : (
        <div className={css.piede}>
          {banca.n_domande > 0 && (
            <ButtonLink variante="primario" href={hrefBanca(id_concorso)} icona={<IconPlay size={20} />}>
              {testi.esercitati}
            </ButtonLink>
          )}
          {(stato === 0 || stato === 3 || mancano) && (
            <Button
              variante={banca.n_domande > 0 ? 'bordo' : 'primario'}
              icona={<IconDownload size={20} />}
              onClick={() => void scarica()}
            >
              {stato === 0 ? testi.scarica : stato === 3 ? testi.aggiorna : testi.scarica_mancanti}
            </Button>
          )}
        </div>
      )}
    </Card>
  )
}
