import { useLocation, useSearch } from 'wouter'
import { TIPI_PUBBLICATI } from '#contract/gestione/contenuti'
import { Muted } from '../../ui/base.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { ConsolePage } from '../ConsoleFrame.tsx'
import { ComposeSimulazione } from './ComposeSimulazione.tsx'
import { Entries } from './Entries.tsx'
import { Simulazioni } from './Simulazioni.tsx'
import { simulazioneText } from './simulazione-text.ts'
import { contenutiText as texts } from './text.ts'

const KINDS = [...TIPI_PUBBLICATI, 'simulazioni'] as const

/** Calls, news, groups, banners and store items, published from a file; official simulations, composed here. */
export default function ContenutiScreen() {
  const [path, navigate] = useLocation()
  const search = useSearch()
  if (path === '/contenuti/simulazione') return <ComposeSimulazione />
  const tipo = KINDS.find((known) => known === new URLSearchParams(search).get('tipo')) ?? 'bandi'
  return (
    <ConsolePage title={texts.titolo} below={<Muted>{texts.sotto}</Muted>}>
      <Tabs
        label={texts.schede}
        chosen={tipo}
        onSelect={(id) => navigate(id === 'bandi' ? '/contenuti' : `/contenuti?tipo=${id}`)}
        tabs={KINDS.map((id) => ({
          id,
          title: id === 'simulazioni' ? simulazioneText.scheda : texts.tipi[id],
          content: () => (id === 'simulazioni' ? <Simulazioni /> : <Entries key={id} tipo={id} />),
        }))}
      />
    </ConsolePage>
  )
}
