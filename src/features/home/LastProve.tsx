import { useEffect, useState } from 'react'
import type { ProvaSummary } from '#contract/prova'
import { hrefBanca } from '../../domain/hrefs.ts'
import { onStore } from '../../store/on-store.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { IconPace } from '../../ui/icons.ts'
import { ProveCard } from '../progressi/index.ts'
import css from './home.module.css'
import { homeProveText as texts } from './text.ts'

const SHOWN = 5

/** Shows the last trials of the bank in front against their thresholds, and the way to the next; empty before the first. */
export default function LastProve({ id_concorso }: { id_concorso: number }) {
  const [prove, setProve] = useState<readonly ProvaSummary[]>([])
  useEffect(() => {
    let current = true
    void onStore((db) => db.listProve({ id_concorso, limite: SHOWN })).then((result) => {
      if (current && result.ok) setProve(result.value)
    })
    return () => {
      current = false
    }
  }, [id_concorso])
  if (prove.length === 0) return null
  return (
    <ProveCard prove={prove} title={texts.titolo} className={css.prove}>
      <div>
        <ButtonLink variant="tenue" href={`${hrefBanca(id_concorso)}&scheda=simulazioni`} icon={<IconPace size={20} />}>
          {texts.fanne}
        </ButtonLink>
      </div>
    </ProveCard>
  )
}
