import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import type { Failure } from '#contract/result'
import type { Simulazione } from '#contract/schemi'
import { rete } from '../../../state/rete.ts'
import { askSimulazione } from '../../../state/richiesta-simulazione.ts'
import {
  type EsitiSimulazione,
  isAltrove,
  loadSimulazioni,
  senzaElenco,
  simulazioni,
  type Viva,
} from '../../../state/simulazioni.ts'
import { sincronia } from '../../../state/sincronia.ts'
import { stati } from '../../../text/comuni.ts'
import { fraseErrore } from '../../../text/errori.ts'
import { simulazioni as testi } from '../../../text/simulazioni.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card, Muted, Row, Stack } from '../../../ui/base.tsx'
import { IconOffline, IconRetry, IconWarn } from '../../../ui/icone.ts'
import { SkeletonCards } from '../../../ui/Stati.tsx'
import css from './simulazioni.module.css'
import { Sospesa, VoceSimulazione } from './VoceSimulazione.tsx'

/** The official simulations of a bank: what they ask, how the person did, and the way in [SC16][SI3]. */
export function Simulazioni({ id_concorso }: { id_concorso: number }) {
  const vista = useSnapshot(simulazioni)
  const { online } = useSnapshot(rete)
  const { simulazioni: in_attesa } = useSnapshot(sincronia)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was sent meanwhile is an attempt more
  useEffect(() => {
    void loadSimulazioni(id_concorso)
  }, [id_concorso, online, in_attesa])
  const mia = vista.id_concorso === id_concorso
  const elenco = mia ? (vista.elenco as Simulazione[]) : []
  const in_corso = vista.in_corso as Viva[]
  const fase = mia ? vista.fase : 'caricamento'
  // Whatever the list says, what was begun goes on.
  const sospese = fase === 'caricamento' ? [] : senzaElenco(in_corso, elenco, id_concorso)
  return (
    <Card aria-labelledby="simulazioni">
      <Stack>
        <div>
          <h2 id="simulazioni">{testi.titolo}</h2>
          <Muted piccolo>{testi.sotto}</Muted>
        </div>
        {fase === 'caricamento' && <SkeletonCards quante={2} etichetta={testi.caricamento} />}
        {fase === 'pronte' && elenco.length + sospese.length === 0 && <Muted>{testi.nessuna}</Muted>}
        {fase === 'guasto' && (
          <Guastata
            guasto={vista.guasto as Failure}
            online={online}
            onRiprova={() => void loadSimulazioni(id_concorso)}
          />
        )}
        {elenco.length + sospese.length > 0 && (
          <ul className={css.elenco}>
            {sospese.map((l) => (
              <Sospesa key={l.id} locale={l} />
            ))}
            {elenco.map((s) => (
              <VoceSimulazione
                key={s.id_simulazione}
                simulazione={s}
                esiti={(vista.esiti[s.id_simulazione] as EsitiSimulazione | undefined) ?? null}
                in_corso={in_corso.find((l) => l.id_simulazione === s.id_simulazione) ?? null}
                altrove={isAltrove(s, vista)}
                da_spedire={vista.da_spedire.some((l) => l.id_simulazione === s.id_simulazione)}
                online={online}
                onInizia={() => askSimulazione(s)}
              />
            ))}
          </ul>
        )}
      </Stack>
    </Card>
  )
}

function Guastata({ guasto, online, onRiprova }: { guasto: Failure; online: boolean; onRiprova: () => void }) {
  return (
    <div role="status">
      <Row a_capo>
        {online ? <IconWarn size={20} /> : <IconOffline size={20} />}
        <p className={css.frase}>
          {online ? (
            <>
              <b>{testi.errore}.</b> {fraseErrore(guasto).testo}
            </>
          ) : (
            testi.offline
          )}
        </p>
        {online && (
          <Button misura="sm" icona={<IconRetry size={16} />} onClick={onRiprova}>
            {stati.riprova}
          </Button>
        )}
      </Row>
    </div>
  )
}
