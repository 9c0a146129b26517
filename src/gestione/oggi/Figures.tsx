import { Link } from 'wouter'
import type { CifreOggi, Controllo } from '#contract/gestione/oggi'
import { formatAgo, formatBytes, formatList, formatNumber } from '../../text/formats.ts'
import { cx } from '../../ui/cx.ts'
import { useSectionHref } from '../useSectionHref.ts'
import { formatMoment } from '../when.ts'
import css from './oggi.module.css'
import { todayText as texts } from './text.ts'

/** A figure; `to` is the section where it is mended, or the part of this screen that says more. */
type Figure = { name: string; value: string; detail: string; to: string; isBroken?: boolean }

function stateFigure({ pronto, motivi }: CifreOggi, checks: readonly Controllo[] | null): Figure {
  const broken = checks?.filter(({ esito }) => esito === 'guasto').length ?? 0
  const base = { name: texts.stato, to: '#controlli' }
  if (!pronto)
    return { ...base, value: texts.non_pronto, detail: formatList(motivi.map((m) => texts.motivi[m])), isBroken: true }
  if (broken > 0) return { ...base, value: texts.da_sistemare, detail: texts.guasti(broken), isBroken: true }
  const warnings = checks?.filter(({ esito }) => esito === 'avviso').length ?? 0
  const detail = warnings > 0 ? texts.avvisi(warnings) : checks ? texts.niente_da_fare : texts.controllo_in_corso
  return { ...base, value: texts.pronto, detail }
}

function activityFigure(
  name: string,
  { oggi, settimana_fa }: CifreOggi['attivita'],
  kind: 'risposte' | 'persone',
): Figure {
  const detail = settimana_fa ? texts.settimana(settimana_fa[kind]) : texts.settimana_ignota
  if (!oggi) return { name, value: texts.ignoto, detail: texts.ignoto_testo, to: '' }
  return { name, value: formatNumber(oggi[kind]), detail, to: '' }
}

function listFigures(oggi: CifreOggi, checks: readonly Controllo[] | null): Figure[] {
  const { versione, build, schema, repliche, backup, posta, eventi_falliti, attivita, problemi, disco } = oggi
  const since = texts.dal(formatMoment(problemi.dal))
  const sum = (guasto: boolean) => problemi.elementi.reduce((n, p) => n + (p.guasto === guasto ? p.n : 0), 0)
  return [
    stateFigure(oggi, checks),
    {
      name: texts.backup,
      value: backup.ultimo ? formatAgo(backup.ultimo, Date.now()) : texts.mai,
      detail: backup.giornaliero ? texts.backup_giornaliero : texts.backup_a_mano,
      to: '/installazione',
      isBroken: backup.vecchio,
    },
    {
      name: texts.posta,
      value: formatNumber(posta.attesa),
      detail: texts.posta_testo(posta.abbandonate, posta.minuti) || texts.posta_vuota,
      to: '/posta',
      isBroken: posta.ferma || posta.abbandonate > 0,
    },
    ...(eventi_falliti > 0
      ? [
          {
            name: texts.eventi,
            value: formatNumber(eventi_falliti),
            detail: texts.eventi_falliti(eventi_falliti),
            to: '/denaro?parte=eventi',
          },
        ]
      : []),
    activityFigure(texts.risposte, attivita, 'risposte'),
    activityFigure(texts.persone, attivita, 'persone'),
    { name: texts.guasti_server, value: formatNumber(sum(true)), detail: since, to: '#problemi' },
    { name: texts.rifiuti, value: formatNumber(sum(false)), detail: since, to: '#problemi' },
    {
      name: texts.disco,
      value: disco ? formatBytes(disco.liberi) : texts.ignoto,
      detail: disco ? texts.disco_testo(formatBytes(disco.totali)) : texts.disco_ignoto,
      to: '#controlli',
      isBroken: disco !== null && disco.esito !== 'ok',
    },
    {
      name: texts.versione,
      value: versione,
      detail: [...(build ? [texts.build(build)] : []), ...(schema === null ? [] : [texts.schema(schema)])].join(', '),
      to: '/installazione',
    },
    repliche === null
      ? {
          name: texts.repliche,
          value: texts.repliche_ignote,
          detail: texts.repliche_ignote_testo,
          to: '/installazione',
        }
      : {
          name: texts.repliche,
          value: formatNumber(repliche),
          detail: texts.repliche_testo(repliche),
          to: '/installazione',
        },
  ]
}

/** Figures of this moment, red where an act is needed; each leads to where it is mended. */
export function Figures({ oggi, controlli }: { oggi: CifreOggi; controlli: readonly Controllo[] | null }) {
  const hrefOf = useSectionHref()
  return (
    <section aria-label={texts.cifre}>
      <ul className={css.cifre}>
        {listFigures(oggi, controlli).map(({ name, value, detail, to, isBroken }) => {
          const look = cx(css.cifra, isBroken && css.guasto)
          const words = (
            <>
              <span>{name}</span>
              <b>{value}</b>
              <span>{detail}</span>
            </>
          )
          const section = to.startsWith('/') ? hrefOf(to) : null
          return (
            <li key={name}>
              {section ? (
                <Link href={to} className={look}>
                  {words}
                </Link>
              ) : to === '' ? (
                <div className={look}>{words}</div>
              ) : (
                <a href={to.startsWith('#') ? to : '#controlli'} className={look}>
                  {words}
                </a>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
