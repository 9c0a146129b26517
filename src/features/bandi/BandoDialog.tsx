import type { ReactNode } from 'react'
import type { Bando } from '#contract/bandi'
import { writeIcs } from '#rules/ics'
import { BancheLinks } from '../../components/BancheLinks.tsx'
import { FollowSwitches } from '../../components/FollowSwitches.tsx'
import { hrefCatalog } from '../../domain/hrefs.ts'
import { Button, ButtonLink, ExternalLink } from '../../ui/Button.tsx'
import { Chip, Muted, Row } from '../../ui/base.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { IconCalendar, IconExternal, IconStar } from '../../ui/icons.ts'
import { saveFile } from '../../ui/save-file.ts'
import { AskBanca } from '../richieste/index.ts'
import { DaysChip, placeOf } from './BandoRow.tsx'
import css from './bandi.module.css'
import { nowForDeadlines } from './bandi-state.ts'
import { filterOptions, longDeadline, bandiText as texts } from './text.ts'

/** Days before a deadline at which a calendar reminds. */
const REMINDERS = [7, 1]

function addToCalendar(b: Bando): void {
  const event = {
    uid: `bando-${b.id_bando}@${location.hostname}`,
    title: texts.calendario.titolo(b.nome),
    description: texts.calendario.testo(b.ente, b.pagina_ufficiale),
    url: b.pagina_ufficiale,
    at_ms: Date.parse(b.scadenza),
    reminders: REMINDERS,
  }
  saveFile(texts.calendario.file, writeIcs(event, nowForDeadlines()), 'text/calendar;charset=utf-8')
}

const Line = ({ name, children }: { name: string; children: ReactNode }) =>
  children ? (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  ) : null

/** Shows a call: its data, its official page, the banks to study, the deadline for a calendar [EN37][BA5]. */
export function BandoDialog({ bando, onClose }: { bando: Bando; onClose: () => void }) {
  const { scheda } = texts
  const label = <K extends keyof typeof filterOptions>(field: K) => {
    const value = bando[field]
    return value && (filterOptions[field] as Record<string, string>)[value]
  }
  return (
    <Dialog
      title={bando.nome}
      size="largo"
      onClose={onClose}
      actions={
        <>
          <Button icon={<IconCalendar size={20} />} onClick={() => addToCalendar(bando)}>
            {scheda.calendario}
          </Button>
          {bando.pagina_ufficiale !== null && (
            <ExternalLink variant="primario" href={bando.pagina_ufficiale} icon={<IconExternal size={20} />}>
              {scheda.pagina}
            </ExternalLink>
          )}
        </>
      }
    >
      <Row wrap>
        <DaysChip scadenza={bando.scadenza} />
        {bando.in_evidenza && <Chip icon={<IconStar size={16} />}>{texts.in_evidenza}</Chip>}
      </Row>
      {bando.descrizione !== null && <p className={css.descrizione}>{bando.descrizione}</p>}
      <dl className={css.dati}>
        <Line name={scheda.ente}>{bando.ente}</Line>
        <Line name={scheda.scadenza}>{longDeadline(Date.parse(bando.scadenza))}</Line>
        <Line name={scheda.fonte}>{bando.pagina_ufficiale && new URL(bando.pagina_ufficiale).hostname}</Line>
        <Line name={scheda.posti}>{bando.posti && texts.posti(bando.posti)}</Line>
        <Line name={scheda.dove}>{placeOf(bando)}</Line>
        <Line name={texts.livello}>{label('livello_istruzione')}</Line>
        <Line name={texts.settore}>{label('settore')}</Line>
        <Line name={texts.tipo_ente}>{label('tipo_ente')}</Line>
      </dl>
      <FollowSwitches
        things={[
          { tipo: 'bando', chiave: String(bando.id_bando) },
          { tipo: 'ente', chiave: bando.ente },
        ]}
      />
      <h3>{scheda.banche}</h3>
      {bando.banche.length === 0 ? (
        <Row wrap>
          <Muted small>{scheda.nessuna_banca}</Muted>
          <ButtonLink size="sm" href={hrefCatalog(bando.ente)}>
            {scheda.catalogo}
          </ButtonLink>
          <AskBanca ente={bando.ente} profilo={bando.nome.slice(0, 160)} />
        </Row>
      ) : (
        <BancheLinks banche={bando.banche} />
      )}
    </Dialog>
  )
}
