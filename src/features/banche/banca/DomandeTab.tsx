import { useState } from 'react'
import { useLocation } from 'wouter'
import type { BancaLocale } from '#contract/database'
import { hrefRicerca } from '../../../domain/hrefs.ts'
import { bancaTextOf } from '../../../text/materie.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { Card, Muted, Stack } from '../../../ui/base.tsx'
import { CardHead } from '../../../ui/CardHead.tsx'
import { SearchField } from '../../../ui/Field.tsx'
import { IconSearch } from '../../../ui/icons.ts'
import { PrintCard } from '../../stampa/index.ts'
import css from './banca.module.css'
import { OtherModes } from './OtherModes.tsx'
import { StudySettings } from './StudySettings.tsx'
import type { BancaViewHook } from './useBancaView.ts'
import { useCounted } from './useCounted.ts'

/** Shows the questions themselves: the search inside this bank, reading, listening, keys by hand. */
export function DomandeTab({ banca, view }: { banca: BancaLocale; view: BancaViewHook }) {
  const { id_concorso } = banca
  const texts = bancaTextOf(id_concorso)
  const { change } = view
  const filters = { ...view.filters, ordine: view.filters.ordine ?? ('UFFICIALE' as const) }
  const { rows, filtro, counts } = useCounted(id_concorso, view.filters, 'tutte')
  if (!filtro || !rows) return null
  return (
    <div className={css.schede}>
      <SearchInside id_concorso={id_concorso} />
      <OtherModes filter={filtro} ordine={filters.ordine} empty={counts?.totale === 0}>
        <Muted small>{counts ? texts.domande_scelte(counts.totale) : texts.conto}</Muted>
      </OtherModes>
      <PrintCard banca={banca} filtro={filtro} ordine={filters.ordine} materie={rows} count={counts?.totale ?? null} />
      <StudySettings banca={banca} filters={filters} counts={counts} materie={rows} onChange={change} />
    </div>
  )
}

function SearchInside({ id_concorso }: { id_concorso: number }) {
  const texts = bancaTextOf(id_concorso)
  const [, navigate] = useLocation()
  const [words, setWords] = useState('')
  const inside = new URLSearchParams({ banche: String(id_concorso) })
  const search = () => {
    if (words.trim() !== '') inside.set('parole', words.trim())
    navigate(hrefRicerca(inside.toString()))
  }
  return (
    <Card aria-labelledby="cerca-qui">
      <Stack>
        <CardHead id="cerca-qui" title={texts.domande_titolo} text={texts.domande_testo} />
        <form
          className={css.cerca}
          onSubmit={(e) => {
            e.preventDefault()
            search()
          }}
        >
          <SearchField
            label={texts.domande_cerca}
            placeholder={texts.parole_esempio}
            value={words}
            maxLength={200}
            enterKeyHint="search"
            onSearch={setWords}
          />
          <Button type="submit" variant="primario" icon={<IconSearch size={20} />}>
            {texts.domande_vai}
          </Button>
        </form>
        <div>
          <ButtonLink href={hrefRicerca(inside.toString())}>{texts.domande_tutte}</ButtonLink>
        </div>
      </Stack>
    </Card>
  )
}
