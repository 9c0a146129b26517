import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import type { BancaLocale, Oggi, SedutaSummary } from '#contract/database'
import type { Failure } from '#contract/result'
import { chooseInvito, type Invito } from '#rules/oggi'
import { isPercorso } from '#rules/raccolta'
import { LivelloBar } from '../../components/Livelli.tsx'
import { bancheState, refreshRecords } from '../../domain/banche-state.ts'
import { hrefBanca, hrefSeduta } from '../../domain/hrefs.ts'
import { startAssign } from '../../domain/modes.ts'
import { pace } from '../../domain/pace.ts'
import { preferences, STUDY_LENGTHS } from '../../domain/preferences.ts'
import { settings } from '../../domain/settings.ts'
import { startOggi } from '../../domain/start-oggi.ts'
import { network } from '../../platform/network.ts'
import { showError } from '../../session/notices.ts'
import { store } from '../../store/opening.ts'
import { statesText } from '../../text/common.ts'
import { errorMessage } from '../../text/errors.ts'
import { formatDomande, formatNumber } from '../../text/formats.ts'
import { openSeduteText } from '../../text/open-sedute.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Card, Dotted, Muted } from '../../ui/base.tsx'
import { IconFilter, IconPace, IconPlay, IconRetry } from '../../ui/icons.ts'
import { Ring } from '../../ui/Meters.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import css from './home.module.css'
import { keepInvito, loadOggi, loadPrevisione, oggiState, setQuante } from './oggi-state.ts'
import { oggiText } from './text.ts'

/** Kinds of sitting that take the one button when left open; a reading is a row. */
const TAKES_BUTTON = new Set(['ESERCITAZIONE', 'PROVA_PERSONALIZZATA', 'SIMULAZIONE'])
export const takesButton = ({ tipo }: Pick<SedutaSummary, 'tipo'>): boolean => TAKES_BUTTON.has(tipo)

/** Offers the dashboard's one job: today's sitting of the bank in front, or one left open [OG1]. */
export function OggiCard({ banca, open }: { banca: BancaLocale; open: readonly SedutaSummary[] | null }) {
  const { id_concorso } = banca
  const { oggi: read, passato, kept, error } = useSnapshot(oggiState)
  const oggi = passato ? null : read
  const { heard } = useSnapshot(settings)
  const { online } = useSnapshot(network)
  const opened = useSnapshot(store).stato === 'aperto'
  const seduta = open?.find((a) => a.id_concorso === id_concorso && takesButton(a)) ?? null
  // Read anew when the figures change, because the bank was then practised here or in another tab.
  const figures = JSON.stringify([banca.per_livello, banca.viste])
  const readAll = () => loadOggi(id_concorso).then(() => loadPrevisione(banca))
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew when the figures change, or what was chosen elsewhere
  useEffect(() => {
    void readAll()
  }, [id_concorso, figures, heard])
  // Read again once the store opens after all, because the failure would stay beside it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the opening alone reads anew
  useEffect(() => {
    if (opened && error) void readAll()
  }, [opened])
  // Fetch with the network the answers that other devices gave meanwhile.
  useEffect(() => {
    if (online) void refreshRecords(id_concorso)
  }, [id_concorso, online])
  const done = oggi?.risposte_oggi ?? 0
  const goal = oggi?.piano.obiettivo ?? 0
  return (
    <Card className={css.eroe} aria-labelledby="continua">
      <div className={css.testa}>
        <div>
          <h2 id="continua" tabIndex={-1}>
            {banca.concorso}
          </h2>
          <Muted small>
            {oggi ? (
              <Dotted parts={[oggiText.da_fare(goal - done) || null, oggiText.viste(banca.viste, banca.n_domande)]} />
            ) : (
              formatDomande(banca.n_domande)
            )}
          </Muted>
        </div>
        <Ring value={done} max={goal} label={oggi ? oggiText.anello(done, goal) : oggiText.preparo}>
          {oggi && (
            <>
              {formatNumber(done)}
              <small>{oggiText.di_oggi(done, goal)}</small>
            </>
          )}
        </Ring>
      </div>
      <LivelloBar per_livello={banca.per_livello} size="grande" />
      {error && (oggi === null || kept) ? (
        <OggiFailed error={error as Failure} onRetry={readAll} />
      ) : (
        <OggiActions banca={banca} seduta={seduta} open={open} known={open !== null && oggi !== null && !kept} />
      )}
    </Card>
  )
}

/** Shows why today's questions were not read, and retries. The focus moves to the bank's name when they arrive. */
function OggiFailed({ error, onRetry }: { error: Failure; onRetry: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  const retry = () => {
    setBusy(true)
    void onRetry().then(() => {
      setBusy(false)
      if (oggiState.error === null) document.getElementById('continua')?.focus()
    })
  }
  return (
    <>
      <p role="alert">
        <b>{oggiText.non_preparate}</b> {errorMessage(error).text}
      </p>
      <div className={css.cta}>
        <Button variant="primario" icon={<IconRetry size={20} />} busy={busy} onClick={retry}>
          {statesText.riprova}
        </Button>
      </div>
    </>
  )
}

/** Shows the way in [OG2]. A button is disabled until its effect is known, so that it never changes under the finger. */
function OggiActions({
  banca: { id_concorso, n_domande },
  seduta,
  open,
  known,
}: {
  banca: BancaLocale
  seduta: SedutaSummary | null
  open: readonly SedutaSummary[] | null
  known: boolean
}) {
  const { oggi, passato, invito: before } = useSnapshot(oggiState)
  const { quante } = useSnapshot(preferences)
  const n = oggi?.scelte.length ?? 0
  const nuove = oggi?.nuove ?? 0
  const { secondi } = useSnapshot(pace)
  const { list } = useSnapshot(bancheState)
  const invito =
    known && oggi ? chooseInvito({ aperta: seduta !== null, scelte: n, ancora: oggi.ancora, n_domande }) : null
  useEffect(() => {
    if (invito) keepInvito(invito)
  }, [invito])
  const place = invito ?? before ?? 'comincia'
  const next = invito === 'ancora' ? nextOfExam(oggi as Oggi, list as BancaLocale[]) : null
  const left = next ? open?.find((a) => a.id_concorso === next.id_concorso && takesButton(a)) : undefined
  return (
    <>
      {place === 'ancora' && !passato && (
        <p>
          {(oggi?.risposte_oggi ?? 0) > 0 && <b>{oggiText.fatto_titolo}</b>}{' '}
          {next ? oggiText.tocca_a(next.concorso) : oggiText.fatto_testo}
        </p>
      )}
      {invito === 'assegna' && <p>{oggiText.assegna_perche}</p>}
      {seduta?.altrove && <Muted small>{openSeduteText.altrove}</Muted>}
      <div className={css.cta}>
        {invito === null ? (
          <Button variant="primario" disabled icon={<IconPlay size={20} />}>
            {oggiText.preparo}
          </Button>
        ) : (
          <InvitoButton invito={invito} n={n} id_concorso={id_concorso} seduta={seduta ?? left ?? null} next={next} />
        )}
        <div className={css.altrimenti}>
          <ButtonLink href={hrefBanca(id_concorso)} icon={<IconFilter size={20} />}>
            {oggiText.scegli}
          </ButtonLink>
          {!isPercorso(id_concorso) && (
            <ButtonLink href={`${hrefBanca(id_concorso)}&scheda=simulazioni`} icon={<IconPace size={20} />}>
              {oggiText.simulazioni}
            </ButtonLink>
          )}
        </div>
      </div>
      {/* Draw the choice before it is known too, so that the cards below stay in their places. */}
      {(place === 'comincia' || place === 'ancora') && (
        <div className={css.quante}>
          <Muted small>
            {invito && !next && `${oggiText.di_che(nuove, n - nuove)}. ${oggiText.minuti(n * secondi)}.`}
          </Muted>
          <Segmented
            legend={oggiText.quante}
            legendVisible={false}
            value={quante}
            options={STUDY_LENGTHS.map((value) => ({ value, text: value === 'tutte' ? oggiText.tutte : value }))}
            onSelect={(value) => void setQuante(id_concorso, value)}
          />
        </div>
      )}
    </>
  )
}

/** Returns the bank of the same exam whose day asks most, once today's bank is done [OG8]. */
function nextOfExam({ insieme }: Oggi, list: readonly BancaLocale[]): BancaLocale | null {
  const left = (insieme?.altre ?? []).filter(({ resta }) => resta > 0).sort((a, b) => b.resta - a.resta)
  return list.find((b) => b.id_concorso === left[0]?.id_concorso) ?? null
}

/** Shows the one button: a link where something is opened, else the start of a sitting. */
function InvitoButton({
  invito,
  n,
  id_concorso,
  seduta,
  next,
}: {
  invito: Invito
  n: number
  id_concorso: number
  seduta: SedutaSummary | null
  /** Another bank of the exam that comes instead. */
  next: BancaLocale | null
}) {
  const [busy, setBusy] = useState(false)
  const [, navigate] = useLocation()
  if (seduta || invito === 'apri' || invito === 'continua')
    return (
      <ButtonLink
        variant="primario"
        href={seduta ? hrefSeduta(seduta) : hrefBanca(id_concorso)}
        icon={<IconPlay size={20} />}
      >
        {seduta ? oggiText.continua[seduta.tipo] : oggiText.apri}
      </ButtonLink>
    )
  const start = async () => {
    if (busy) return
    setBusy(true)
    const result = await (invito === 'assegna' ? startAssign(id_concorso) : startOggi(next?.id_concorso ?? id_concorso))
    setBusy(false)
    if (!result.ok) showError(result.error, { riprova: () => void start() })
    else if (result.value) {
      keepInvito('continua')
      navigate(hrefSeduta(result.value))
    } else await loadOggi(id_concorso)
  }
  return (
    <Button variant="primario" disabled={busy} onClick={() => void start()} icon={<IconPlay size={20} />}>
      {invito === 'assegna'
        ? oggiText.assegna
        : next
          ? oggiText.passa
          : invito === 'ancora'
            ? oggiText.ancora(n)
            : oggiText.comincia(n)}
    </Button>
  )
}
