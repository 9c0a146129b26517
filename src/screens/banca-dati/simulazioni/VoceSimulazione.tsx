import type { Simulazione } from '#contract/schemi'
import { hrefSeduta } from '../../../state/indirizzi.ts'
import { adessoServer } from '../../../state/prova-avvio.ts'
import { type EsitiSimulazione, isConclusa, type Viva } from '../../../state/simulazioni.ts'
import { data } from '../../../text/formati.ts'
import { punteggio, simulazioni as testi } from '../../../text/simulazioni.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { Chip, Muted, Row } from '../../../ui/base.tsx'
import { IconClock, IconPlay, IconRepeat, IconUnsynced } from '../../../ui/icone.ts'
import { durataDi, regoleDi, regoleInBreve } from './regole.ts'
import css from './simulazioni.module.css'

type Stato = keyof typeof testi.stato
const TONI = {
  mai: 'neutro',
  in_corso: 'primario',
  consegnata: 'ok',
  da_spedire: 'avviso',
  conclusa: 'neutro',
} as const

/** One simulation: what it asks, how often it was sat, the person's attempts, and what can be done with it now. */
export function VoceSimulazione({
  simulazione: s,
  esiti,
  in_corso,
  altrove,
  da_spedire,
  online,
  onInizia,
}: {
  simulazione: Simulazione
  esiti: EsitiSimulazione | null
  in_corso: Viva | null
  /** It goes on on another device of the account. */
  altrove: boolean
  da_spedire: boolean
  online: boolean
  onInizia: () => void
}) {
  const fatte = esiti?.elementi.length ?? 0
  const conclusa = isConclusa(s, adessoServer())
  const stato: Stato = in_corso
    ? 'in_corso'
    : da_spedire
      ? 'da_spedire'
      : altrove
        ? 'in_corso'
        : conclusa
          ? 'conclusa'
          : fatte > 0
            ? 'consegnata'
            : 'mai'
  const righe = [testi.domande(s.numero_domande), testi.tempo(durataDi(s, regoleDi(s)))]
  const date = [
    testi.dal(s.data_inserimento),
    ...(s.data_scadenza === null || conclusa ? [] : [testi.fino_al(s.data_scadenza)]),
  ]
  const id = `simulazione-${s.id_simulazione}`
  return (
    <li className={css.voce} aria-labelledby={id}>
      <Row ai_lati a_capo>
        <h3 id={id}>{s.descrizione}</h3>
        <Chip tono={TONI[stato]} {...(da_spedire && { icona: <IconUnsynced size={16} /> })}>
          {testi.stato[stato]}
        </Chip>
      </Row>
      <p>{righe.join(' · ')}</p>
      <ul className={css.inBreve}>
        {regoleInBreve(s).map((riga) => (
          <li key={riga}>
            <Muted piccolo come="span">
              {riga}
            </Muted>
          </li>
        ))}
      </ul>
      <Muted piccolo>{date.join(' · ')}</Muted>
      <Muted piccolo>{testi.usi(s.numero_download, s.numero_esecuzioni)}</Muted>
      {esiti && fatte > 0 && <Tentativi esiti={esiti} />}
      {da_spedire && <Muted piccolo>{testi.in_attesa}</Muted>}
      <Row a_capo>
        {in_corso ? (
          <>
            <ButtonLink
              variante="primario"
              href={hrefSeduta({ ...in_corso, tipo: 'SIMULAZIONE' })}
              etichetta={testi.riprendi_nome(s.descrizione)}
              icona={<IconPlay size={20} />}
            >
              {testi.riprendi}
            </ButtonLink>
            <Resta resto={in_corso.resto} />
          </>
        ) : altrove && !da_spedire ? (
          <>
            <Button
              variante="primario"
              disabled={!online}
              etichetta={testi.riprendi_nome(s.descrizione)}
              icona={<IconPlay size={20} />}
              onClick={onInizia}
            >
              {testi.riprendi}
            </Button>
            <Muted piccolo come="span">
              {testi.altrove}
            </Muted>
          </>
        ) : conclusa && s.data_scadenza !== null ? (
          <p>{testi.conclusa(s.data_scadenza)}</p>
        ) : (
          <Button
            variante={fatte > 0 ? 'bordo' : 'primario'}
            disabled={!online || da_spedire}
            etichetta={fatte > 0 ? testi.riprova_nome(s.descrizione) : testi.inizia_nome(s.descrizione)}
            icona={fatte > 0 ? <IconRepeat size={20} /> : <IconPlay size={20} />}
            onClick={onInizia}
          >
            {fatte > 0 ? testi.riprova : testi.inizia}
          </Button>
        )}
      </Row>
    </li>
  )
}

/** The last five, newest first, and their mean [SI3][SI4]. */
function Tentativi({ esiti }: { esiti: EsitiSimulazione }) {
  return (
    <div className={css.tentativi}>
      <Muted piccolo>
        {testi.tentativi}
        {esiti.punteggio_medio !== null && ` · ${testi.media(esiti.punteggio_medio)}`}
      </Muted>
      <ol>
        {esiti.elementi.map((e) => (
          <li key={e.gettone}>
            <b>{punteggio(e.punteggio)}</b>{' '}
            <Muted come="span" piccolo>
              {data(e.data_simulazione)}
              {e.automatica && ` · ${testi.automatica}`}
            </Muted>
          </li>
        ))}
      </ol>
    </div>
  )
}

const Resta = ({ resto }: { resto: number | null }) =>
  resto === null ? null : (
    <Row>
      <IconClock size={16} />
      <Muted piccolo come="span">
        {testi.resta(resto)}
      </Muted>
    </Row>
  )

/** A sitting under way whose simulation cannot be listed now: it goes on all the same. */
export const Sospesa = ({ locale }: { locale: Viva }) => (
  <li className={css.voce}>
    <Row ai_lati a_capo>
      <h3>{locale.nome ?? testi.una}</h3>
      <Chip tono="primario">{testi.stato.in_corso}</Chip>
    </Row>
    <Row a_capo>
      <ButtonLink
        variante="primario"
        href={hrefSeduta({ ...locale, tipo: 'SIMULAZIONE' })}
        etichetta={testi.riprendi_nome(locale.nome ?? testi.una)}
        icona={<IconPlay size={20} />}
      >
        {testi.riprendi}
      </ButtonLink>
      <Resta resto={locale.resto} />
    </Row>
  </li>
)
