import { useSnapshot } from 'valtio'
import type { Concorso } from '#contract/schemi'
import { isConservato } from '../../state/archivio.ts'
import { showGuasto, showToast } from '../../state/avvisi.ts'
import { banche } from '../../state/banche.ts'
import { hrefBanca } from '../../state/indirizzi.ts'
import { livello } from '../../state/livello.ts'
import { cancelDownload, downloadBanca, scarichi } from '../../state/scarichi.ts'
import { catalogo as testi, scarico as testiScarico } from '../../text/banche.ts'
import { data, domande, numero } from '../../text/formati.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Band, Chip, Muted, Row } from '../../ui/base.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { IconDownload, IconImage, IconInfo, IconPlay, IconQuestions, IconSubjects } from '../../ui/icone.ts'
import { Scarico, type ScaricoVista } from '../../ui/Scarico.tsx'
import css from './aggiungi.module.css'

/** What a bank holds, before it is added; then its download [SC15]. */
export function Riassunto({ concorso, onChiudi }: { concorso: Concorso; onChiudi: () => void }) {
  const { id_concorso } = concorso
  const scarico = useSnapshot(scarichi).per_banca[id_concorso] as ScaricoVista | undefined
  const mia = useSnapshot(banche).elenco.find((b) => b.id_concorso === id_concorso)
  const rimasti = useSnapshot(livello).stato?.quiz_rimasti ?? null
  const pronta = !scarico && (mia?.n_domande ?? 0) > 0

  const scarica = async () => {
    const esito = await downloadBanca(id_concorso, concorso.concorso)
    if (esito.ok) showToast({ testo: testiScarico.fatto(concorso.concorso, isConservato()) })
    else if (esito.error.codice !== 'DOWNLOAD_ANNULLATO' && esito.error.codice !== 'DOWNLOAD_INTERROTTO') {
      onChiudi()
      showGuasto(esito.error, { scarica: () => void scarica(), riprova: () => void scarica() })
    }
  }
  return (
    <Dialog
      titolo={concorso.concorso}
      misura="largo"
      onChiudi={onChiudi}
      azioni={
        pronta ? (
          <ButtonLink variante="primario" href={hrefBanca(id_concorso)} icona={<IconPlay size={20} />}>
            {testi.apri}
          </ButtonLink>
        ) : (
          !scarico && (
            <Button variante="primario" data-primo icona={<IconDownload size={20} />} onClick={() => void scarica()}>
              {testi.conferma}
            </Button>
          )
        )
      }
    >
      <Muted>{[concorso.ente.ente, concorso.anno, concorso.profilo].filter((x) => x !== null).join(' · ')}</Muted>
      <Row a_capo>
        <Chip icona={<IconQuestions size={16} />}>{domande(concorso.numero_domande)}</Chip>
        {concorso.materie.length > 0 && (
          <Chip icona={<IconSubjects size={16} />}>{testi.materie(concorso.materie.length)}</Chip>
        )}
        {concorso.con_immagini > 0 && (
          <Chip icona={<IconImage size={16} />}>{testi.immagini(concorso.con_immagini)}</Chip>
        )}
      </Row>
      {concorso.descrizione !== null && <p>{concorso.descrizione}</p>}
      {scarico ? (
        <>
          <Scarico
            vista={scarico}
            onAnnulla={() => void cancelDownload(id_concorso)}
            onRiprendi={() => void scarica()}
          />
          {scarico.fase !== 'interrotto' && <Muted piccolo>{testi.chiudi_intanto}</Muted>}
        </>
      ) : (
        <>
          {concorso.materie.length > 1 && (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
            <ul className={css.materie} aria-label={testi.materie_titolo} tabIndex={0}>
              {concorso.materie.map((m) => (
                <li key={m.id_materia}>
                  <span>{m.materia}</span>
                  <b>{numero(m.numero)}</b>
                </li>
              ))}
            </ul>
          )}
          {!pronta && rimasti !== null && rimasti < concorso.numero_domande && (
            <Band icona={<IconInfo size={20} />}>{rimasti > 0 ? testi.demo(rimasti) : testi.demo_finita}</Band>
          )}
          <Muted piccolo>{testi.aggiornata(data(concorso.data_ultimo_aggiornamento))}</Muted>
        </>
      )}
    </Dialog>
  )
}
