import type { Simulazione } from '#contract/schemas'
import { hrefSeduta } from '../../domain/hrefs.ts'
import { isEnded, type RunningSimulazione, type SimulazioneEsiti } from '../../domain/simulazioni-state.ts'
import { serverOrDeviceNow } from '../../platform/server-now.ts'
import { formatDate } from '../../text/formats.ts'
import { formatPunteggio, simulazioniText as texts } from '../../text/simulazioni.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Chip, Muted, Row } from '../../ui/base.tsx'
import { IconClock, IconPlay, IconRepeat, IconUnsynced } from '../../ui/icons.ts'
import { shortRegole, simulazioneDurata, simulazioneRegole } from './regole-in-words.ts'
import css from './simulazioni.module.css'

type Status = keyof typeof texts.stato
const TONES = {
  mai: 'neutro',
  in_corso: 'primario',
  consegnata: 'ok',
  da_spedire: 'avviso',
  conclusa: 'neutro',
} as const

type SimulazioneItemProps = {
  simulazione: Simulazione
  esiti: SimulazioneEsiti | null
  in_corso: RunningSimulazione | null
  /** True when the attempt goes on on another device of the account. */
  elsewhere: boolean
  da_spedire: boolean
  online: boolean
  onStart: () => void
}

/** Row of a simulation with its rules, how often it was sat, the person's attempts and the action possible now. */
export function SimulazioneItem({
  simulazione: s,
  esiti,
  in_corso,
  elsewhere,
  da_spedire,
  online,
  onStart,
}: SimulazioneItemProps) {
  const attempts = esiti?.elementi.length ?? 0
  const ended = isEnded(s, serverOrDeviceNow())
  const stato: Status = in_corso
    ? 'in_corso'
    : da_spedire
      ? 'da_spedire'
      : elsewhere
        ? 'in_corso'
        : ended
          ? 'conclusa'
          : attempts > 0
            ? 'consegnata'
            : 'mai'
  const facts = [texts.domande(s.numero_domande), texts.tempo(simulazioneDurata(s, simulazioneRegole(s)))]
  const dates = [
    texts.dal(s.data_inserimento),
    ...(s.data_scadenza === null || ended ? [] : [texts.fino_al(s.data_scadenza)]),
  ]
  const id = `simulazione-${s.id_simulazione}`
  return (
    <li className={css.voce} aria-labelledby={id}>
      <div className={css.detto}>
        <h3 id={id}>{s.descrizione}</h3>
        <Row wrap>
          <Chip tone={TONES[stato]} {...(da_spedire && { icon: <IconUnsynced size={16} /> })}>
            {texts.stato[stato]}
          </Chip>
          <p>{facts.join(' · ')}</p>
        </Row>
        <ul className={css.inBreve}>
          {shortRegole(s).map((line) => (
            <li key={line}>
              <Muted small as="span">
                {line}
              </Muted>
            </li>
          ))}
        </ul>
        <Muted small>{[...dates, texts.usi(s.numero_download, s.numero_esecuzioni)].join(' · ')}</Muted>
        {esiti && attempts > 0 && <Attempts esiti={esiti} />}
        {da_spedire && <Muted small>{texts.in_attesa}</Muted>}
      </div>
      <SimulazioneEntry {...{ simulazione: s, attempts, ended, in_corso, elsewhere, da_spedire, online, onStart }} />
    </li>
  )
}

/** Action possible now, if any, to begin, go on or go on from another device. */
function SimulazioneEntry({
  simulazione: s,
  attempts,
  ended,
  in_corso,
  elsewhere,
  da_spedire,
  online,
  onStart,
}: Omit<SimulazioneItemProps, 'esiti'> & { attempts: number; ended: boolean }) {
  return (
    <Row wrap className={css.azione}>
      {in_corso ? (
        <>
          <ButtonLink
            variant="primario"
            href={hrefSeduta({ ...in_corso, tipo: 'SIMULAZIONE' })}
            label={texts.riprendi_nome(s.descrizione)}
            icon={<IconPlay size={20} />}
          >
            {texts.riprendi}
          </ButtonLink>
          <TimeLeft left={in_corso.left} />
        </>
      ) : elsewhere && !da_spedire ? (
        <>
          <Button
            variant="primario"
            disabled={!online}
            label={texts.riprendi_nome(s.descrizione)}
            icon={<IconPlay size={20} />}
            onClick={onStart}
          >
            {texts.riprendi}
          </Button>
          <Muted small as="span">
            {texts.altrove}
          </Muted>
        </>
      ) : ended && s.data_scadenza !== null ? (
        <p>{texts.conclusa(s.data_scadenza)}</p>
      ) : (
        <Button
          variant={attempts > 0 ? 'bordo' : 'tenue'}
          disabled={!online || da_spedire}
          label={attempts > 0 ? texts.riprova_nome(s.descrizione) : texts.inizia_nome(s.descrizione)}
          icon={attempts > 0 ? <IconRepeat size={20} /> : <IconPlay size={20} />}
          onClick={onStart}
        >
          {attempts > 0 ? texts.riprova : texts.inizia}
        </Button>
      )}
    </Row>
  )
}

/** Last five attempts, newest first, and their mean [SI3][SI4]. */
function Attempts({ esiti }: { esiti: SimulazioneEsiti }) {
  return (
    <div className={css.tentativi}>
      <Muted small>
        {texts.tentativi}
        {esiti.punteggio_medio !== null && ` · ${texts.media(esiti.punteggio_medio)}`}
      </Muted>
      <ol>
        {esiti.elementi.map((e) => (
          <li key={e.gettone}>
            <b>{formatPunteggio(e.punteggio)}</b>{' '}
            <Muted as="span" small>
              {formatDate(e.data_simulazione)}
              {e.automatica && ` · ${texts.automatica}`}
            </Muted>
          </li>
        ))}
      </ol>
    </div>
  )
}

const TimeLeft = ({ left }: { left: number | null }) =>
  left === null ? null : (
    <Row>
      <IconClock size={16} />
      <Muted small as="span">
        {texts.resta(left)}
      </Muted>
    </Row>
  )

/** Row of a sitting under way whose simulation cannot be listed now; the sitting goes on. */
export const SuspendedSimulazione = ({ local }: { local: RunningSimulazione }) => (
  <li className={css.voce}>
    <Row spread wrap>
      <h3>{local.name ?? texts.una}</h3>
      <Chip tone="primario">{texts.stato.in_corso}</Chip>
    </Row>
    <Row wrap>
      <ButtonLink
        variant="primario"
        href={hrefSeduta({ ...local, tipo: 'SIMULAZIONE' })}
        label={texts.riprendi_nome(local.name ?? texts.una)}
        icon={<IconPlay size={20} />}
      >
        {texts.riprendi}
      </ButtonLink>
      <TimeLeft left={local.left} />
    </Row>
  </li>
)
