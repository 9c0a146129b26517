import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { BancaLocale, Completamento, RigaCompletamento } from '#contract/database'
import { hrefSeduta } from '../../domain/hrefs.ts'
import { showError } from '../../session/notices.ts'
import { onStore } from '../../store/on-store.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, Muted, Row } from '../../ui/base.tsx'
import { IconRepeat } from '../../ui/icons.ts'
import css from './home.module.css'
import { startWeak } from './oggi-state.ts'
import { weakText } from './text.ts'

/** A subject is weak once enough of it was seen, and at least a third of that is at the two lowest levels. */
const ENOUGH_SEEN = 5
const WEAK_SHARE = 1 / 3
const SHOWN = 3

const wrong = ({ per_livello }: RigaCompletamento) => per_livello[-2] + per_livello[-1]
const seen = (row: RigaCompletamento) => row.totale - row.per_livello[-99]

const weakest = ({ materie }: Completamento): RigaCompletamento[] =>
  materie
    .filter((m) => m.id_materia !== null && seen(m) >= ENOUGH_SEEN && wrong(m) / seen(m) >= WEAK_SHARE)
    .sort((a, b) => wrong(b) / seen(b) - wrong(a) / seen(a))
    .slice(0, SHOWN)

/** Up to three subjects of the bank in front that need it most, each with its own way in. */
export function WeakMaterie({ banca }: { banca: BancaLocale }) {
  const { id_concorso } = banca
  const [rows, setRows] = useState<readonly RigaCompletamento[]>([])
  const [, navigate] = useLocation()
  const figures = JSON.stringify(banca.per_livello)
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew when the figures change
  useEffect(() => {
    let current = true
    void onStore((db) => db.completamento({ id_concorso })).then((result) => {
      if (current && result.ok) setRows(weakest(result.value))
    })
    return () => {
      current = false
    }
  }, [id_concorso, figures])
  if (rows.length === 0) return null
  const start = async (id_materia: number) => {
    const result = await startWeak(id_concorso, id_materia)
    if (result.ok) navigate(hrefSeduta(result.value))
    else showError(result.error, { riprova: () => void start(id_materia) })
  }
  return (
    <Card className={css.tutto} aria-labelledby="deboli">
      <h2 id="deboli">{weakText.titolo}</h2>
      <Muted small>{weakText.sotto}</Muted>
      <ul className={css.deboli}>
        {rows.map((m) => (
          <li key={m.id_materia}>
            <Row spread wrap>
              <span>
                <b>{m.materia}</b>
                <Muted small as="span">
                  {weakText.errori(wrong(m), seen(m))}
                </Muted>
              </span>
              <Button
                size="sm"
                icon={<IconRepeat size={16} />}
                aria-label={weakText.ripassa_materia(m.materia)}
                onClick={() => void start(m.id_materia ?? 0)}
              >
                {weakText.ripassa}
              </Button>
            </Row>
          </li>
        ))}
      </ul>
    </Card>
  )
}
