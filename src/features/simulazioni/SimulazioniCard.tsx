import { type ReactNode, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import type { Failure } from '#contract/result'
import type { Simulazione } from '#contract/schemas'
import { askSimulazione } from '../../domain/simulazione-request.ts'
import {
  isElsewhere,
  loadSimulazioni,
  type RunningSimulazione,
  runningUnlisted,
  type SimulazioneEsiti,
  simulazioniState,
} from '../../domain/simulazioni-state.ts'
import { network } from '../../platform/network.ts'
import { syncStatus } from '../../store/sync-status.ts'
import { statesText } from '../../text/common.ts'
import { errorMessage } from '../../text/errors.ts'
import { simulazioniText as texts } from '../../text/simulazioni.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, Muted, Row, Stack } from '../../ui/base.tsx'
import { CardHead } from '../../ui/CardHead.tsx'
import { IconOffline, IconRetry, IconWarn } from '../../ui/icons.ts'
import { SkeletonCards } from '../../ui/States.tsx'
import { SimulazioneItem, SuspendedSimulazione } from './SimulazioneItem.tsx'
import css from './simulazioni.module.css'

/**
 * Official simulations of a bank, with their rules, the person's results and the way in [SC16][SI3]. `after` stands under the
 * list and appears with it, so that nothing moves.
 */
export function SimulazioniCard({ id_concorso, after }: { id_concorso: number; after?: ReactNode }) {
  const view = useSnapshot(simulazioniState)
  const { online } = useSnapshot(network)
  const { simulazioni: in_attesa } = useSnapshot(syncStatus)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a result sent meanwhile is one more attempt
  useEffect(() => {
    void loadSimulazioni(id_concorso)
  }, [id_concorso, online, in_attesa])
  const isCurrent = view.id_concorso === id_concorso
  // Simulations of this bank alone come first, because they can begin at once.
  const list = isCurrent ? (view.list as Simulazione[]).toSorted((a, b) => others(a) - others(b)) : []
  const in_corso = view.in_corso as RunningSimulazione[]
  const fase = isCurrent ? view.fase : 'caricamento'
  // Sittings under way stay, whatever the list says.
  const suspended = fase === 'caricamento' ? [] : runningUnlisted(in_corso, list, id_concorso)
  return (
    <>
      <Card aria-labelledby="simulazioni">
        <Stack>
          <CardHead id="simulazioni" title={texts.titolo} text={texts.sotto} />
          {fase === 'caricamento' && <SkeletonCards count={2} label={texts.caricamento} />}
          {fase === 'pronte' && list.length + suspended.length === 0 && <Muted>{texts.nessuna}</Muted>}
          {fase === 'guasto' && (
            <ListError
              error={view.error as Failure}
              online={online}
              onRetry={() => void loadSimulazioni(id_concorso)}
            />
          )}
          {list.length + suspended.length > 0 && (
            <ul className={css.elenco}>
              {suspended.map((l) => (
                <SuspendedSimulazione key={l.id} local={l} />
              ))}
              {list.map((s) => (
                <SimulazioneItem
                  key={s.id_simulazione}
                  simulazione={s}
                  esiti={(view.esiti[s.id_simulazione] as SimulazioneEsiti | undefined) ?? null}
                  in_corso={in_corso.find((l) => l.id_simulazione === s.id_simulazione) ?? null}
                  elsewhere={isElsewhere(s, view)}
                  da_spedire={view.da_spedire.some((l) => l.id_simulazione === s.id_simulazione)}
                  online={online}
                  onStart={() => askSimulazione(s)}
                />
              ))}
            </ul>
          )}
        </Stack>
      </Card>
      {fase !== 'caricamento' && after}
    </>
  )
}

/** Counts the banks from which a simulation draws besides its own. */
const others = ({ concorsi }: Simulazione): number => Math.max(0, (concorsi?.length ?? 1) - 1)

function ListError({ error, online, onRetry }: { error: Failure; online: boolean; onRetry: () => void }) {
  return (
    <div role="status">
      <Row wrap>
        {online ? <IconWarn size={20} /> : <IconOffline size={20} />}
        <p className={css.frase}>
          {online ? (
            <>
              <b>{texts.errore}.</b> {errorMessage(error).text}
            </>
          ) : (
            texts.offline
          )}
        </p>
        {online && (
          <Button size="sm" icon={<IconRetry size={16} />} onClick={onRetry}>
            {statesText.riprova}
          </Button>
        )}
      </Row>
    </div>
  )
}
