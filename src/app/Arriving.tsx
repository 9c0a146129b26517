import { useSnapshot } from 'valtio'
import { useSearch } from 'wouter'
import { bancheState } from '../domain/banche-state.ts'
import { HREF_BANDI, HREF_SQL, hrefBanca, readRaccolta } from '../domain/hrefs.ts'
import { bandiText } from '../features/bandi/text.ts'
import { profileText } from '../text/account.ts'
import { bancaText } from '../text/banca.ts'
import { bancheText, catalogText } from '../text/banche.ts'
import { materiaText, materieText } from '../text/materie.ts'
import { shellText } from '../text/shell.ts'
import { Muted } from '../ui/base.tsx'
import { PageFrame } from '../ui/Page.tsx'
import { SkeletonCards } from '../ui/States.tsx'

/** Head of a screen as the screen itself draws it; `sotto` is its line above the title. */
type Place = { title: string; back?: string; sotto?: string }

const PLACES: Readonly<Record<string, Place>> = {
  '/banche-dati': { title: bancheText.titolo },
  '/materie': { title: materieText.titolo },
  '/aggiungi-banca-dati': { title: catalogText.titolo, back: '/banche-dati' },
  '/progressi': { title: shellText.progressi, sotto: shellText.progressi_sotto },
  '/ricerca': { title: shellText.ricerca },
  [HREF_SQL]: { title: shellText.sql, back: '/ricerca' },
  '/profilo': { title: profileText.titolo },
  [HREF_BANDI]: { title: bandiText.titolo, back: '/' },
}

function placeOf(path: string, id_concorso: number | null, name: string | undefined): Place | undefined {
  if (path === '/banca-dati') return { title: name ?? bancaText.titolo, back: '/banche-dati' }
  if (path === '/materia') return { title: name ?? materiaText.titolo, back: '/materie' }
  if (path === '/esercitazione/prova-personalizzata')
    return { title: shellText.prova_personalizzata, back: id_concorso ? hrefBanca(id_concorso) : '/banche-dati' }
  return PLACES[path]
}

/** Stands in the place of a screen whose code is still loading, under the title of that screen. Names and focuses nothing. */
export function Arriving({ path }: { path: string }) {
  const id_concorso = readRaccolta(new URLSearchParams(useSearch()))
  const { list } = useSnapshot(bancheState)
  const place = placeOf(path, id_concorso, list.find((b) => b.id_concorso === id_concorso)?.concorso)
  if (!place) return <SkeletonCards />
  const { sotto, ...head } = place
  return (
    <PageFrame {...head} {...(sotto && { above: <Muted>{sotto}</Muted> })}>
      <SkeletonCards />
    </PageFrame>
  )
}
