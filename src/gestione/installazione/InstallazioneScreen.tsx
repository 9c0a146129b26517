import { useLocation, useSearch } from 'wouter'
import type { ConsoleResponseOf } from '#contract/gestione'
import { formatNumber } from '../../text/formats.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/base.tsx'
import { Facts } from '../../ui/CardHead.tsx'
import { IconRetry } from '../../ui/icons.ts'
import { callConsole } from '../api.ts'
import { ConsolePage, ConsoleTabs } from '../ConsoleFrame.tsx'
import css from '../gestione.module.css'
import { ReadState } from '../ReadList.tsx'
import { ActEnd, useAct } from '../useAct.tsx'
import { useConsoleRead } from '../useConsoleRead.ts'
import { Backups } from './Backups.tsx'
import { Diagnosis } from './Diagnosis.tsx'
import { Keys, Settings } from './Settings.tsx'
import { installazioneText as texts } from './text.ts'

type Installazione = ConsoleResponseOf<'installazione'>
const PARTS = ['backup', 'configurazione', 'chiavi', 'repliche', 'diagnosi'] as const

/** Backups, configuration and replicas of this installation. */
export default function InstallazioneScreen() {
  const read = useConsoleRead('installazione', {})
  const act = useAct(read.reload)
  const search = useSearch()
  const [, navigate] = useLocation()
  const part = PARTS.find((known) => known === new URLSearchParams(search).get('parte')) ?? 'backup'
  const reread = () =>
    void act.run(
      'ricarica',
      () => callConsole('ricarica', { corpo: {} }),
      ({ cambiate, repliche, errore }) =>
        errore === null ? texts.riletta(cambiate, repliche) : texts.non_riletta(errore),
    )
  return (
    <ConsolePage
      title={texts.titolo}
      aside={
        <Button icon={<IconRetry size={20} />} busy={act.busy !== null} onClick={reread}>
          {texts.ricarica}
        </Button>
      }
    >
      <ActEnd act={act} />
      <ConsoleTabs
        label={texts.schede}
        chosen={part}
        onSelect={(id) => navigate(id === 'backup' ? '/installazione' : `/installazione?parte=${id}`)}
        tabs={PARTS.map((id) => ({
          id,
          title: texts[id],
          content: () =>
            id === 'backup' ? (
              <Backups />
            ) : id === 'diagnosi' ? (
              <Diagnosis />
            ) : (
              <ReadState read={read}>
                {(data) =>
                  id === 'configurazione' ? (
                    <Settings configurazione={data.configurazione} />
                  ) : id === 'chiavi' ? (
                    <Keys configurazione={data.configurazione} />
                  ) : (
                    <ReplicaFacts data={data} />
                  )
                }
              </ReadState>
            ),
        }))}
      />
    </ConsolePage>
  )
}

const ReplicaFacts = ({ data: { versione, build, replica, repliche } }: { data: Installazione }) => (
  <Card as="div">
    <Facts
      className={css.fatti}
      rows={[
        [texts.versione, versione],
        [texts.build, build ?? texts.senza_build],
        [texts.quante_repliche, repliche === null ? texts.non_si_sa : formatNumber(repliche)],
        [texts.questa, replica],
      ]}
    />
  </Card>
)
