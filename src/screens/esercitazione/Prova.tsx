import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import type { Domanda as DatiDomanda } from '#contract/database'
import {
  paceText,
  reportText,
  notaText as testiNota,
  marksText as testiSegni,
} from '../../features/sedute/domanda-text.ts'
import { isStruckOut, marksAt, sedutaMarks } from '../../features/sedute/marks.ts'
import { preferences } from '../../features/sedute/preferences.ts'
import {
  type GivenAnswer,
  type SedutaHead,
  sedutaState,
  setMescola,
  setSedutaStato,
} from '../../features/sedute/seduta-state.ts'
import { toggleShownPreferita } from '../../features/sedute/toggle-preferita.ts'
import { isDurable } from '../../store/opening.ts'
import { pauseText, esercitazioneText as testi } from '../../text/esercitazione.ts'
import { useArrival } from '../../ui/arrival.ts'
import { Button } from '../../ui/Button.tsx'
import { VisuallyHidden } from '../../ui/base.tsx'
import { cx } from '../../ui/cx.ts'
import {
  IconCheck,
  IconKeyboard,
  IconNote,
  IconOrdered,
  IconPace,
  IconReport,
  IconShuffle,
  IconStrike,
  IconUndo,
} from '../../ui/icons.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import { useWide } from '../../ui/useWide.ts'
import { Aiuto } from './Aiuto.tsx'
import { Arrivo } from './Arrivo.tsx'
import { Assente } from './Assente.tsx'
import { annuncio } from './annuncio.ts'
import { Barra } from './Barra.tsx'
import { Domanda } from './Domanda.tsx'
import { Dopo } from './Dopo.tsx'
import { disponi } from './disposizione.ts'
import css from './esercitazione.module.css'
import { Foglio } from './Foglio.tsx'
import { Nota } from './Nota.tsx'
import { Pannello } from './Pannello.tsx'
import { Passo } from './Passo.tsx'
import { Pausa } from './Pausa.tsx'
import { Segnala } from './Segnala.tsx'
import comune from './seduta.module.css'
import { Testata } from './Testata.tsx'
import { Conclusione, Uscita } from './Uscita.tsx'
import { usePassi } from './usePassi.ts'
import { useTasti } from './useTasti.ts'

/** The exercise itself: feedback in place, level under it, the way on under the thumb (ui.md §3.2). */
export function Prova({ seduta }: { seduta: SedutaHead }) {
  const vista = useSnapshot(sedutaState)
  const { tastiera } = useSnapshot(preferences)
  const rif = useArrival<HTMLElement>(testi.titolo)
  const largo = useWide()
  const domanda = vista.domanda as DatiDomanda | null
  const scelta = vista.given as GivenAnswer | null
  const { indice, n, stato, mescola, corrette, errate, nulle } = vista
  const date = corrette + errate + nulle
  const voci = useMemo(() => (domanda ? disponi(domanda, { ...seduta, mescola }) : []), [domanda, seduta, mescola])
  const { by_place: per_posto } = useSnapshot(sedutaMarks)
  const segno = marksAt(per_posto, vista.indice)
  const passi = usePassi(seduta, { indice, n, date, domanda, scelta })
  const { finestra, apri, chiudi } = passi
  const ultima = indice === n - 1
  useTasti(tastiera && stato === 'in_corso' && finestra === null, {
    onLettera: (i, barra) => {
      const voce = voci[i]
      if (voce && scelta === null && (barra || isStruckOut(segno, voce.posizione))) passi.escludi(voce.posizione)
      else if (voce) void passi.rispondi(voce.posizione)
    },
    onPrecedente: passi.precedente,
    onProssima: (conFreccia) => {
      if (!conFreccia || !ultima) passi.prossima()
    },
    onStella: () => void toggleShownPreferita(),
    onRivedere: passi.rivedere,
    onNota: () => domanda && apri('nota'),
    onSpiegazione: passi.spiega,
    onLivello: passi.spostaLivello,
    onAnnulla: () => void passi.annulla(),
    onPausa: () => void setSedutaStato('in_pausa'),
    onAiuto: () => apri('aiuto'),
  })
  const azioni = [
    {
      id: 'annulla',
      text: testi.annulla_ultima,
      icon: <IconUndo size={20} />,
      onSelect: () => void passi.annulla(),
    },
    {
      id: 'ordine',
      text: mescola ? testi.ordine_stampato : testi.ordine_mescolato,
      icon: mescola ? <IconOrdered size={20} /> : <IconShuffle size={20} />,
      onSelect: () => void setMescola(!mescola),
    },
    {
      id: 'escludi',
      text: passi.escludendo ? testiSegni.finito_escludere : testiSegni.escludi,
      icon: <IconStrike size={20} />,
      onSelect: () => passi.setEscludendo(!passi.escludendo),
    },
    { id: 'nota', text: testiNota.titolo, icon: <IconNote size={20} />, onSelect: () => apri('nota') },
    { id: 'segnala', text: reportText.titolo, icon: <IconReport size={20} />, onSelect: () => apri('segnala') },
    { id: 'passo', text: paceText.voce, icon: <IconPace size={20} />, onSelect: () => apri('passo') },
    { id: 'tasti', text: testi.scorciatoie, icon: <IconKeyboard size={20} />, onSelect: () => apri('aiuto') },
    { id: 'concludi', text: testi.concludi, icon: <IconCheck size={20} />, onSelect: passi.concludi },
  ].filter(
    ({ id }) =>
      (id !== 'escludi' || (domanda !== null && scelta === null)) &&
      (id !== 'passo' || seduta.avanti_da_sola) &&
      ((id !== 'nota' && id !== 'segnala') || domanda !== null),
  )

  return (
    <div className={cx(comune.cornice, css.prova)}>
      <Testata
        indice={indice}
        n={n}
        corrette={corrette}
        errate={errate}
        nulle={nulle}
        voci={azioni}
        onEsci={() => apri('uscita')}
        onPausa={() => void setSedutaStato('in_pausa')}
      />
      <main className={comune.corpo} tabIndex={-1} ref={rif}>
        {domanda && stato === 'in_corso' ? (
          <>
            {passi.escludendo && !scelta && <Escludendo onFatto={() => passi.setEscludendo(false)} />}
            <Domanda
              domanda={domanda}
              voci={voci}
              scelta={scelta}
              da_rivedere={segno.da_rivedere}
              escluse={segno.escluse}
              escludendo={passi.escludendo}
              onRispondi={(p) => void passi.rispondi(p)}
              onEscludi={passi.escludi}
              onRivedere={passi.rivedere}
            />
            {scelta && (
              <Dopo
                domanda={domanda}
                mescolate={mescola}
                voci={voci}
                scelta={scelta}
                altri={passi.altri}
                onAltri={passi.mostraAltri}
                onSegnala={() => apri('segnala')}
                onNota={() => apri('nota')}
                spiega={passi.spiegata}
                onSpiega={passi.spiega}
                onAnnulla={vista.undoable?.indice === indice ? () => void passi.annulla() : null}
              />
            )}
          </>
        ) : vista.missing && stato === 'in_corso' ? (
          <Assente key={indice} onAvanti={passi.prossima} />
        ) : (
          <Arrivo />
        )}
        <VisuallyHidden>
          <span role="status">{domanda && scelta ? annuncio(domanda, voci, scelta) : ''}</span>
        </VisuallyHidden>
      </main>
      {largo && <Pannello indice={indice} n={n} onScegli={passi.vai} />}
      <Barra
        domanda={domanda}
        scelta={scelta}
        prima={indice === 0}
        ultima={ultima}
        tasti={tastiera}
        nota={passi.nota}
        onPrecedente={passi.precedente}
        onProssima={passi.prossima}
        onFoglio={() => apri('foglio')}
      />
      {finestra === 'foglio' && (
        <Sheet title={testi.foglio} onClose={chiudi}>
          <Foglio conFiltri onScegli={passi.vai} />
        </Sheet>
      )}
      {finestra === 'segnala' && domanda && <Segnala id_domanda={domanda.id_domanda} onChiudi={chiudi} />}
      {finestra === 'nota' && domanda && <Nota domanda={domanda} onChiudi={chiudi} />}
      {finestra === 'passo' && <Passo onChiudi={chiudi} />}
      {finestra === 'aiuto' && <Aiuto onChiudi={chiudi} />}
      {finestra === 'uscita' && (
        <Uscita
          onResta={chiudi}
          onDopo={passi.dopo}
          onConcludi={() => void passi.fine('consegnata')}
          onAbbandona={() => void passi.fine('abbandonata')}
        />
      )}
      {finestra === 'concludi' && (
        <Conclusione mancano={n - date} onNo={chiudi} onSi={() => void passi.fine('consegnata')} />
      )}
      {stato === 'in_pausa' && (
        <Pausa
          frasi={pauseText}
          testo={pauseText.testo(date, n)}
          nota={isDurable() ? pauseText.salvate : pauseText.non_salvate}
          onRiprendi={() => void setSedutaStato('in_corso')}
          onConcludi={() => void passi.fine('consegnata')}
          onEsci={passi.dopo}
        />
      )}
    </div>
  )
}

/** Taps strike out, and how to stop. */
const Escludendo = ({ onFatto }: { onFatto: () => void }) => (
  <div className={css.escludendo} role="status">
    <span>{testiSegni.escludi_come}</span>
    <Button size="sm" variant="tenue" onClick={onFatto}>
      {testiSegni.fatto}
    </Button>
  </div>
)
