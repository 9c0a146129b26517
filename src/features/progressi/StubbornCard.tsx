import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { type ProgressiLocali, SEVERAL_BANCHE } from '#contract/database'
import { alphabeticText } from '#rules/text'
import { LivelloGlyph } from '../../components/Livelli.tsx'
import { startSeduta } from '../../domain/banca-state.ts'
import { hrefSeduta } from '../../domain/hrefs.ts'
import { preferences } from '../../domain/preferences.ts'
import { showError } from '../../session/notices.ts'
import { onStore } from '../../store/on-store.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, Muted, Row } from '../../ui/base.tsx'
import { IconRepeat } from '../../ui/icons.ts'
import css from './progressi.module.css'
import { progressiText as texts } from './text.ts'

type Ostinate = ProgressiLocali['ostinate']
const SHOWN = 5

/** Questions that stay wrong, and the sitting that practises them [PG3]. */
export function StubbornCard({ ostinate, n }: { ostinate: Ostinate; n: number }) {
  const [all, setAll] = useState(false)
  const [, navigate] = useLocation()
  const words = useTexts(ostinate)
  const start = async () => {
    const [first] = ostinate
    if (!first) return
    const one = ostinate.every((o) => o.id_concorso === first.id_concorso)
    const { mescola, avanti_da_sola } = preferences
    const seduta = await startSeduta({
      filtro: { id_concorso: one ? first.id_concorso : SEVERAL_BANCHE },
      ordine: 'CASUALE',
      mescola,
      avanti_da_sola,
      scelte: Int32Array.from(ostinate, (o) => o.id_domanda),
    })
    if (seduta.ok) navigate(hrefSeduta(seduta.value))
    else showError(seduta.error, { riprova: () => void start() })
  }
  const shown = all ? ostinate : ostinate.slice(0, SHOWN)
  return (
    <Card className={css.tutto} aria-labelledby="ostinate">
      <Row spread wrap>
        <div>
          <h2 id="ostinate">{texts.ostinate}</h2>
          <Muted small>{n === 0 ? texts.ostinate_nessuna : texts.ostinate_sotto}</Muted>
        </div>
        {n > 0 && (
          <Button variant="primario" size="sm" icon={<IconRepeat size={16} />} onClick={() => void start()}>
            {texts.ripassa(ostinate.length)}
          </Button>
        )}
      </Row>
      {n > 0 && (
        <ul className={css.ostinate}>
          {shown.map((o) => (
            <li key={o.id_domanda}>
              <LivelloGlyph livello={o.livello} />
              <span>
                <span className={css.testo}>{words.get(o.id_domanda)}</span>
                <Muted small as="span">
                  {texts.errori(o.errori, o.risposte)}
                </Muted>
              </span>
            </li>
          ))}
        </ul>
      )}
      {!all && ostinate.length > SHOWN && (
        <div>
          <Button variant="fantasma" size="sm" onClick={() => setAll(true)}>
            {texts.altre(ostinate.length - SHOWN)}
          </Button>
        </div>
      )}
    </Card>
  )
}

/** What the questions ask, markup left out; read bank by bank. */
function useTexts(ostinate: Ostinate): ReadonlyMap<number, string> {
  const [words, setWords] = useState<ReadonlyMap<number, string>>(new Map())
  useEffect(() => {
    let current = true
    const banks = [...new Set(ostinate.map((o) => o.id_concorso))]
    const read = (id_concorso: number) =>
      onStore((db) =>
        db.readDomande({
          id_concorso,
          id_domande: ostinate.filter((o) => o.id_concorso === id_concorso).map((o) => o.id_domanda),
        }),
      )
    void Promise.all(banks.map(read)).then((results) => {
      if (!current) return
      const domande = results.flatMap((r) => (r.ok ? r.value : []))
      setWords(new Map(domande.map((d) => [d.id_domanda, alphabeticText(d)])))
    })
    return () => {
      current = false
    }
  }, [ostinate])
  return words
}
