import { useEffect, useState } from 'react'
import type { BancaLocale, Completamento, RigaCompletamento } from '#contract/database'
import { useStartOggi } from '../../domain/use-start-oggi.ts'
import { countWeak, isWeak, withSeen } from '../../domain/weak.ts'
import { onStore } from '../../store/on-store.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, Muted, Row } from '../../ui/base.tsx'
import { IconRepeat } from '../../ui/icons.ts'
import css from './home.module.css'
import { weakText } from './text.ts'

const SHOWN = 3

const weakest = ({ materie }: Completamento): RigaCompletamento[] =>
  materie
    .map(withSeen)
    .filter((m) => m.id_materia !== null && isWeak(m))
    .sort((a, b) => countWeak(b) / b.viste - countWeak(a) / a.viste)
    .slice(0, SHOWN)

/** Lists up to three subjects of the bank in front that need practice most, with their ways in. */
export function WeakMaterie({ banca }: { banca: BancaLocale }) {
  const { id_concorso } = banca
  const [rows, setRows] = useState<readonly RigaCompletamento[]>([])
  const { busy, start } = useStartOggi(id_concorso)
  const figures = JSON.stringify([banca.per_livello, banca.viste])
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
  return (
    <Card aria-labelledby="deboli">
      <h2 id="deboli">{weakText.titolo}</h2>
      <Muted small>{weakText.sotto}</Muted>
      <ul className={css.deboli}>
        {rows.map((m) => (
          <li key={m.id_materia}>
            <Row spread wrap>
              <span>
                <b>{m.materia}</b>
                <Muted small as="span">
                  {weakText.errori(countWeak(m), m.viste)}
                </Muted>
              </span>
              <Button
                size="sm"
                icon={<IconRepeat size={16} />}
                aria-label={weakText.ripassa_materia(m.materia)}
                disabled={busy}
                onClick={() => void start({ debole: m.id_materia ?? 0 })}
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
