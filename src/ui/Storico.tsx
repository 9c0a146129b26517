import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { SedutaFinita } from '#contract/prova'
import { risultati, storico as testi } from '../text/risultati.ts'
import { Button } from './Button.tsx'
import { Card, Chip, Stack } from './base.tsx'
import { IconCheck, IconX } from './icone.ts'
import css from './Storico.module.css'

/**
 * Sittings that have ended: when, of which kind, how each went. `href`: where one is looked through again, null for nowhere;
 * `banca`: its bank, where the list is of several. Nothing until there is one.
 */
export function Storico({
  sedute,
  href,
  banca,
  onAltre,
  className,
}: {
  sedute: readonly SedutaFinita[]
  href: (seduta: SedutaFinita) => string | null
  banca?: (seduta: SedutaFinita) => string
  /** Null when all are shown. */
  onAltre: (() => void) | null
  className?: string | undefined
}) {
  if (sedute.length === 0) return null
  return (
    <Card aria-labelledby="storico" className={className}>
      <Stack>
        <h2 id="storico">{testi.titolo}</h2>
        <ul className={css.elenco} aria-labelledby="storico">
          {sedute.map((s) => (
            <li key={s.id}>
              <Voce seduta={s} href={href(s)} banca={banca?.(s)} />
            </li>
          ))}
        </ul>
        {onAltre && (
          <div>
            <Button variante="tenue" misura="sm" onClick={onAltre}>
              {testi.altre}
            </Button>
          </div>
        )}
      </Stack>
    </Card>
  )
}

function Voce({ seduta: s, href, banca }: { seduta: SedutaFinita; href: string | null; banca: string | undefined }) {
  const tipo = testi.tipi[s.tipo]
  const chip = toChip(s)
  const dentro = (
    <>
      <span className={css.giorno}>{risultati.giorno_breve(s.aggiornata)}</span>
      <span className={css.cosa}>
        <b>{s.nome ? testi.con_nome(tipo, s.nome) : tipo}</b>
        <span className={css.come}>{[toConto(s), banca].filter(Boolean).join(' · ')}</span>
      </span>
      {chip && <span className={css.esito}>{chip}</span>}
    </>
  )
  return href === null ? (
    <div className={css.voce}>{dentro}</div>
  ) : (
    <Link className={css.voce} href={href}>
      {dentro}
    </Link>
  )
}

/** How it went: points, right answers among those given, how many were read or heard. */
function toConto({ prova, stato, tipo, n, corrette, errate, nulle }: SedutaFinita): string {
  if (prova) return risultati.storia_voce(prova.punti, prova.massimo)
  if (stato === 'abbandonata') return testi.senza_punteggio
  return tipo === 'ESERCITAZIONE' ? testi.corrette(corrette, corrette + errate + nulle) : testi.in_elenco(n)
}

function toChip({ stato, prova }: SedutaFinita): ReactNode {
  if (stato === 'abbandonata') return <Chip>{testi.abbandonata}</Chip>
  if (!prova || prova.superata === null) return null
  return prova.superata ? (
    <Chip tono="ok" icona={<IconCheck size={16} />}>
      {risultati.storia_esiti.si}
    </Chip>
  ) : (
    <Chip tono="errore" icona={<IconX size={16} />}>
      {risultati.storia_esiti.no}
    </Chip>
  )
}
