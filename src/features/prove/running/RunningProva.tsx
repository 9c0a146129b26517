import { useSnapshot } from 'valtio'
import type { Domanda } from '#contract/database'
import { SedutaFrame } from '../../../components/seduta/SedutaFrame.tsx'
import { SidePanel } from '../../../components/seduta/SidePanel.tsx'
import { sheetText } from '../../../text/foglio.ts'
import { formatClock, provaSheetText, provaText as testi } from '../../../text/prova.ts'
import { provaDialogsText } from '../../../text/prova-dialogs.ts'
import { scoringLines } from '../../../text/regolamento-lines.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card, Chip, Digits, Muted } from '../../../ui/base.tsx'
import { IconInfo, IconKeyboard, IconStrike, IconUndo } from '../../../ui/icons.ts'
import type { MenuItem } from '../../../ui/Menu.tsx'
import { eraseMark, toggleProvaReview, toggleProvaStruckOut } from '../prova-marks.ts'
import { provaLeft, provaState, provaUsed, setStatoProva, type TestaProva } from '../prova-state.ts'
import { ProvaBar } from './ProvaBar.tsx'
import { ProvaDomanda } from './ProvaDomanda.tsx'
import { ProvaHeader } from './ProvaHeader.tsx'
import { ProvaSheet } from './ProvaSheet.tsx'
import css from './prova.module.css'
import { RunningDialogs } from './RunningDialogs.tsx'
import { type ProvaOnScreen, useProva } from './useProva.ts'
import { useTimeLeft } from './useTimeLeft.ts'

/** Trial while it runs, without outcomes before delivery (mock 4). */
export function RunningProva({ head }: { head: TestaProva }) {
  const prova = useProva(head)
  const { steps, domanda, indice, n, stato, marked, isOpen, endedSezione, sezioneName } = prova
  const { setDialog, goTo } = steps
  const { regole } = head
  const isFirst = indice === 0 || !isOpen(indice - 1)
  return (
    <SedutaFrame
      title={head.nome ?? testi.titolo}
      header={
        <ProvaHeader
          indice={indice}
          n={n}
          marked={marked}
          nota={headerNota(head)}
          onLeave={() => setDialog('uscita')}
          onPause={regole.pausa ? () => void setStatoProva('pausa') : null}
        />
      }
      notice={
        <p role="status" className={endedSezione === null ? undefined : css.chiusa}>
          {endedSezione === null
            ? ''
            : testi.sezione_scaduta(sezioneName(endedSezione), sezioneName(prova.openSezione))}
        </p>
      }
      indice={indice}
      missing={prova.missing && stato === 'in_corso'}
      said={prova.delivering && provaLeft() === 0 ? provaDialogsText.scaduta : ''}
      panel={<ProvaPanel head={head} onSelect={goTo} onDeliver={() => setDialog('consegna')} />}
      bar={
        <ProvaBar
          n={n}
          marked={marked}
          isFirst={isFirst}
          next={indice === n - 1 ? 'consegna' : isOpen(indice + 1) ? 'prossima' : 'sezione'}
          canGoBack={prova.isFree}
          showKeys={prova.showKeys}
          canErase={regole.correzioni !== 'mai'}
          onPrevious={() => goTo(indice - 1)}
          onNext={() => goTo(indice + 1)}
          onSheet={() => setDialog('foglio')}
          onSezione={() => setDialog('sezione')}
          onDeliver={() => setDialog('consegna')}
        />
      }
      onNext={() => indice < n - 1 && goTo(indice + 1)}
      swipe={{
        avanti: indice < n - 1 && isOpen(indice + 1) ? () => goTo(indice + 1) : null,
        indietro: prova.isFree && !isFirst ? () => goTo(indice - 1) : null,
      }}
      over={<RunningDialogs prova={prova} />}
    >
      {domanda && stato === 'in_corso' ? <MarkedDomanda domanda={domanda} prova={prova} /> : null}
    </SedutaFrame>
  )
}

function MarkedDomanda({ domanda, prova }: { domanda: Domanda; prova: ProvaOnScreen }) {
  const { head, steps, voce, options, indice, isFixed } = prova
  const { setDialog } = steps
  const actions: MenuItem[] = [
    { id: 'barra', text: testi.barra, icon: <IconStrike size={20} />, onSelect: () => steps.setStrikingOut(true) },
    { id: 'cancella', text: testi.cancella, icon: <IconUndo size={20} />, onSelect: () => void eraseMark() },
    { id: 'regole', text: testi.regole, icon: <IconInfo size={20} />, onSelect: () => setDialog('regole') },
    { id: 'tasti', text: testi.scorciatoie, icon: <IconKeyboard size={20} />, onSelect: () => setDialog('aiuto') },
  ].filter((a) => a.id !== 'cancella' || (voce.risposta !== null && !isFixed))
  return (
    <ProvaDomanda
      domanda={domanda}
      options={options}
      mark={voce}
      onSheet={head.foglio !== undefined}
      sezione={<SezioneTag head={head} indice={indice} />}
      sezioneName={head.regole.sezioni.length > 1 ? prova.sezioneName(head.sezioni[indice] ?? 0) : null}
      nota={changeNota(prova)}
      actions={actions}
      strikingOut={steps.strikingOut}
      onStrikeOutEnd={() => steps.setStrikingOut(false)}
      onMark={prova.mark}
      onStrikeOut={(p) => void toggleProvaStruckOut(p)}
      onReview={() => void toggleProvaReview()}
    />
  )
}

/** Returns the header's note for the whole trial, the version of a paper sheet and the extra time. */
const headerNota = ({ tempo_aggiuntivo, durata, foglio }: TestaProva): string | null =>
  [
    ...(foglio ? [sheetText.versione(foglio)] : []),
    ...(tempo_aggiuntivo > 0 && durata !== null ? [testi.tempo_in_piu(tempo_aggiuntivo)] : []),
  ].join(' · ') || null

/** Returns the sentence of the rules on changing an answer. */
function changeNota({ head, voce, isFixed, isFree }: ProvaOnScreen): string {
  if (voce.doppia !== undefined) return sheetText.doppia(head.regole.risposta_multipla)
  if (head.foglio) return isFixed ? sheetText.segnata : sheetText.come
  if (isFixed) return testi.cambia_data
  if (head.regole.correzioni === 'mai') return testi.cambia_mai
  if (!isFree) return testi.cambia_avanti
  return head.fini ? testi.cambia_sezione : testi.cambia_libera
}

type Props = { head: TestaProva; onSelect: (indice: number) => void; onDeliver: () => void }

/** Panel with the sheet of a trial, the points of answers and the delivery (mock 4). */
function ProvaPanel({ head, onSelect, onDeliver }: Props) {
  const { n, marked } = useSnapshot(provaState)
  return (
    <SidePanel title={sheetText.titolo(head.foglio)} count={testi.foglio_conto(marked, n)}>
      <ProvaSheet withFilters={n > 40} onSelect={onSelect} />
      <Card as="div" className={css.punteggi}>
        <b>{provaSheetText.punteggi}</b>
        {scoringLines(head.regole).map((row) => (
          <Muted small key={row}>
            {row}
          </Muted>
        ))}
      </Card>
      <Button variant="primario" fullWidth onClick={onDeliver}>
        {testi.consegna}
      </Button>
    </SidePanel>
  )
}

/** Section of a place, with its time left where sections have their own; empty when there is one section only. */
function SezioneTag({ head, indice }: { head: TestaProva; indice: number }) {
  const { regole, sezioni, fini } = head
  const which = sezioni[indice] ?? 0
  const name = regole.sezioni[which]?.nome
  if (regole.sezioni.length < 2 || !name) return null
  return fini ? <WithTime nome={name} fine={fini[which] ?? 0} /> : <Chip tone="primario">{name}</Chip>
}

function WithTime({ nome: name, fine: end }: { nome: string; fine: number }) {
  useTimeLeft()
  return (
    <Chip tone="primario">
      <Digits>{testi.tempo_sezione(name, formatClock(Math.max(0, end - provaUsed())))}</Digits>
    </Chip>
  )
}
