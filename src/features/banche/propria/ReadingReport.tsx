import type { OwnBankChoices, OwnBankReading } from '#contract/own-bank'
import { Button } from '../../../ui/Button.tsx'
import { Band, Chip, Muted, Row, Stack } from '../../../ui/base.tsx'
import { IconCheck } from '../../../ui/icons.ts'
import css from './propria.module.css'
import { propriaText as texts } from './text.ts'

/** Number of warnings that are shown; the rest is counted. */
const SHOWN_WARNINGS = 30
const BASES = [0, 1] as const

/** Shows questions that were read, and the warnings about the file. */
export function ReadingReport({
  reading,
  onChoice,
}: {
  reading: OwnBankReading
  onChoice: (scelte: OwnBankChoices) => void
}) {
  const { domande, senza_chiave, con_immagine, materie, esempi = [], avvisi, base, regola } = reading
  const rest = avvisi.length - SHOWN_WARNINGS
  return (
    <Stack>
      <Row wrap>
        <Chip tone="primario">{texts.trovate(domande)}</Chip>
        {materie.length > 0 && <Chip>{texts.materie(materie.length)}</Chip>}
        {con_immagine > 0 && <Chip>{texts.con_immagine(con_immagine)}</Chip>}
        {senza_chiave > 0 && <Chip tone="avviso">{texts.senza_chiave(senza_chiave)}</Chip>}
      </Row>
      {base !== null && (
        <Band tone="avviso">
          <Stack>
            <span>{texts.base}</span>
            <Row>
              {BASES.map((n) => (
                <Button key={n} size="sm" aria-pressed={n === base} onClick={() => onChoice({ base: n })}>
                  {texts.base_da(n)}
                </Button>
              ))}
            </Row>
          </Stack>
        </Band>
      )}
      {regola !== null && (
        <Band
          tone="avviso"
          action={
            <Button size="sm" onClick={() => onChoice({ esatta: regola })}>
              {texts.regola_lettera(regola)}
            </Button>
          }
        >
          {texts.regola}
        </Band>
      )}
      {avvisi.length > 0 && (
        <details className={css.avvisi}>
          <summary>{texts.avvisi(avvisi.length)}</summary>
          <ul>
            {avvisi.slice(0, SHOWN_WARNINGS).map(({ riga, testo }, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a list that never changes
              <li key={i}>
                {riga !== null && texts.riga(riga)}
                {testo}
              </li>
            ))}
            {rest > 0 && <li>{texts.altri_avvisi(rest)}</li>}
          </ul>
        </details>
      )}
      <section aria-labelledby="anteprima">
        <h3 id="anteprima">{texts.anteprima(esempi.length)}</h3>
        <ol className={css.esempi}>
          {esempi.map(({ id_ufficiale, materia, testo, risposte, corretta }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a list that never changes
            <li key={i}>
              {(id_ufficiale !== null || materia !== null) && (
                <Muted small>{[id_ufficiale, materia].filter((x) => x !== null).join(' · ')}</Muted>
              )}
              <p className={css.domanda}>{testo}</p>
              <ul>
                {risposte.map((risposta, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: answers may be equal
                  <li key={place} data-corretta={place + 1 === corretta || undefined}>
                    <span>
                      {'ABCDE'[place]}. {risposta}
                    </span>
                    {place + 1 === corretta && (
                      <Chip tone="ok" icon={<IconCheck size={16} />}>
                        {texts.corretta}
                      </Chip>
                    )}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
      </section>
    </Stack>
  )
}
