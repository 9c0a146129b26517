import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { MARTELLA } from '#contract/database'
import type { EndedSeduta } from '#contract/prova'
import { martellaText } from '../text/martella.ts'
import { historyText as texts } from '../text/storia.ts'
import { Button } from '../ui/Button.tsx'
import { Card, Chip, Dotted, Muted, Stack } from '../ui/base.tsx'
import { IconCheck, IconX } from '../ui/icons.ts'
import css from './SedutaHistory.module.css'

/**
 * List of the ended sittings with date, kind and result. `href` returns the review of one, or null; `banca` returns its bank,
 * where the list is of several. Absent without sittings and filters.
 */
export function SedutaHistory({
  sedute,
  href,
  banca,
  onMore,
  className,
  filters,
  empty,
}: {
  sedute: readonly EndedSeduta[]
  href: (seduta: EndedSeduta) => string | null
  banca?: (seduta: EndedSeduta) => string
  /** Null when every sitting is shown. */
  onMore: (() => void) | null
  className?: string | undefined
  /** Filters above the list; `empty` is shown when they leave none. */
  filters?: ReactNode
  empty?: string
}) {
  if (sedute.length === 0 && !filters) return null
  return (
    <Card aria-labelledby="storico" className={className}>
      <Stack>
        <h2 id="storico">{texts.titolo}</h2>
        {filters}
        {sedute.length === 0 && <Muted>{empty}</Muted>}
        <ul className={css.elenco} aria-labelledby="storico">
          {sedute.map((s) => (
            <li key={s.id}>
              <HistoryItem seduta={s} href={href(s)} banca={banca?.(s)} />
            </li>
          ))}
        </ul>
        {onMore && (
          <div>
            <Button variant="tenue" size="sm" onClick={onMore}>
              {texts.altre}
            </Button>
          </div>
        )}
      </Stack>
    </Card>
  )
}

function HistoryItem({
  seduta: s,
  href,
  banca,
}: {
  seduta: EndedSeduta
  href: string | null
  banca: string | undefined
}) {
  const tipo = s.ordine === MARTELLA ? martellaText.titolo : texts.tipi[s.tipo]
  const chip = chipOf(s)
  const content = (
    <>
      <span className={css.giorno}>{texts.giorno(s.aggiornata)}</span>
      <span className={css.cosa}>
        <b>{s.nome ? texts.con_nome(tipo, s.nome) : tipo}</b>
        <span className={css.come}>
          <Dotted parts={[scoreOf(s), banca ?? null]} />
        </span>
      </span>
      {chip && <span className={css.esito}>{chip}</span>}
    </>
  )
  return href === null ? (
    <div className={css.voce}>{content}</div>
  ) : (
    <Link className={css.voce} href={href}>
      {content}
    </Link>
  )
}

/** Describes the result by points, by right answers among those given, or by the number read or heard. */
function scoreOf({ prova, stato, tipo, n, corrette, errate, nulle }: EndedSeduta): string {
  if (prova) return texts.voce(prova.punti, prova.massimo)
  if (stato === 'abbandonata') return texts.senza_punteggio
  return tipo === 'ESERCITAZIONE' ? texts.corrette(corrette, corrette + errate + nulle) : texts.in_elenco(n)
}

function chipOf({ stato, prova }: EndedSeduta): ReactNode {
  if (stato === 'abbandonata') return <Chip>{texts.abbandonata}</Chip>
  if (!prova || prova.superata === null) return null
  return prova.superata ? (
    <Chip tone="ok" icon={<IconCheck size={16} />}>
      {texts.esiti.si}
    </Chip>
  ) : (
    <Chip tone="errore" icon={<IconX size={16} />}>
      {texts.esiti.no}
    </Chip>
  )
}
