import { useLocation, useSearch } from 'wouter'
import { TIPI_PUBBLICATI } from '#contract/gestione/contenuti'
import { Muted } from '../../ui/base.tsx'
import { ConsolePage, ConsoleTabs } from '../ConsoleFrame.tsx'
import { ComposeEntry } from './ComposeEntry.tsx'
import { ComposeSimulazione } from './ComposeSimulazione.tsx'
import { Entries } from './Entries.tsx'
import { Simulazioni } from './Simulazioni.tsx'
import { simulazioneText } from './simulazione-text.ts'
import { contenutiText as texts } from './text.ts'

const KINDS = [...TIPI_PUBBLICATI, 'simulazioni'] as const

/** Calls, news, groups, banners and store items, written here or in a file; official simulations, composed here. */
export default function ContenutiScreen() {
  const [path, navigate] = useLocation()
  const search = useSearch()
  if (path === '/contenuti/simulazione') return <ComposeSimulazione />
  const query = new URLSearchParams(search)
  const tipo = KINDS.find((known) => known === query.get('tipo')) ?? 'bandi'
  if (path === '/contenuti/voce' && tipo !== 'simulazioni')
    return <ComposeEntry key={search} tipo={tipo} id={Number(query.get('id')) || null} />
  return (
    <ConsolePage title={texts.titolo} below={<Muted>{texts.sotto}</Muted>}>
      <ConsoleTabs
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
