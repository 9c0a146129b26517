import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { Failure } from '#contract/result'
import { formatDomande, formatNumber } from '../../text/formats.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Chip, Muted, Row } from '../../ui/base.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { FieldError } from '../../ui/Field.tsx'
import { IconFromFile } from '../../ui/icons.ts'
import { callConsole } from '../api.ts'
import { ConsolePage, ConsoleTabs } from '../ConsoleFrame.tsx'
import { ReadState, Stale } from '../ReadList.tsx'
import { consoleFailure } from '../text.ts'
import { useConsoleRead } from '../useConsoleRead.ts'
import { BancaChips } from './BancheList.tsx'
import { Health } from './Health.tsx'
import { managedText as texts } from './text.ts'
import { Versions } from './Versions.tsx'

/** Shows a bank: its figures, its health and its versions; the tab stands in the address. */
export function BancaPage({ id }: { id: number }) {
  const read = useConsoleRead('banca', { query: { id_concorso: id } })
  const { data, reload } = read
  const search = new URLSearchParams(useSearch())
  const [, navigate] = useLocation()
  const [asked, setAsked] = useState(false)
  const [refused, setRefused] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  if (!data)
    return (
      <ConsolePage title={texts.titolo} back="/banche">
        <ReadState read={read} />
      </ConsolePage>
    )
  const { banca, versioni } = data
  const withdraw = async (ritira: boolean) => {
    setBusy(true)
    const result = await callConsole('ritira_banca', { corpo: { id_concorso: id, ritira } })
    setRefused(result.ok ? null : result.error)
    await reload()
    setBusy(false)
    setAsked(false)
  }
  const isOut = banca.stato === 'ritirato'
  return (
    <ConsolePage
      title={banca.concorso}
      back="/banche"
      backText={texts.torna}
      below={
        <Row as="span" wrap>
          <Muted as="span">{[banca.ente, banca.anno].filter((x) => x !== null).join(', ')}</Muted>
          <BancaChips banca={banca} />
          <Chip>{formatDomande(banca.domande)}</Chip>
          <Chip>{`${texts.persone}: ${formatNumber(banca.persone)}`}</Chip>
          {banca.segnalate > 0 && <Chip tone="avviso">{`${texts.segnalate}: ${formatNumber(banca.segnalate)}`}</Chip>}
        </Row>
      }
      aside={
        <Row wrap>
          <ButtonLink href={`/banche/importa?banca=${id}`} icon={<IconFromFile size={20} />}>
            {texts.aggiorna}
          </ButtonLink>
          <Button busy={busy} onClick={() => (isOut ? void withdraw(false) : setAsked(true))}>
            {isOut ? texts.ripristina : texts.ritira}
          </Button>
        </Row>
      }
    >
      <Stale failure={read.failure} onRetry={() => void reload()} />
      {refused && <FieldError text={consoleFailure(refused)} />}
      <ConsoleTabs
        label={banca.concorso}
        chosen={search.get('vista') === 'versioni' ? 'versioni' : 'salute'}
        onSelect={(tab) => navigate(`/banche/${id}${tab === 'versioni' ? '?vista=versioni' : ''}`, { replace: true })}
        tabs={[
          {
            id: 'salute',
            title: texts.salute,
            content: () => <Health id={id} domanda={Number(search.get('domanda')) || null} onChange={reload} />,
          },
          {
            id: 'versioni',
            title: texts.versioni,
            content: () => <Versions id={id} versioni={versioni} onChange={reload} />,
          },
        ]}
      />
      {asked && (
        <ConfirmDialog
          title={texts.ritira_titolo}
          no={texts.annulla}
          yes={texts.ritira}
          careful
          busy={busy}
          onNo={() => setAsked(false)}
          onYes={() => void withdraw(true)}
        >
          {texts.ritira_testo}
        </ConfirmDialog>
      )}
    </ConsolePage>
  )
}
