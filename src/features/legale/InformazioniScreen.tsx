import { VERSIONI_TESTI } from '#contract/text-versions'
import { APP_VERSION } from '../../domain/sign-in.ts'
import { Facts } from '../../ui/CardHead.tsx'
import { LegalFrame } from './LegalFrame.tsx'
import css from './legale.module.css'
import { legaleText, informazioniText as texts } from './text.ts'

/** Software of others in the page, with its licence. */
const WORK_OF_OTHERS = [
  ['React, React DOM', 'MIT'],
  ['SQLite (sqlite-wasm)', 'Apache 2.0; SQLite: pubblico dominio'],
  ['sql.js', 'MIT'],
  ['wouter', 'Unlicense'],
  ['valtio', 'MIT'],
  ['Comlink', 'Apache 2.0'],
  ['ofetch', 'MIT'],
  ['unzipit', 'MIT'],
  ['zod', 'MIT'],
  ['DOMPurify', 'Apache 2.0 o MPL 2.0'],
  ['D3 (scale, shape)', 'ISC'],
  ['virtua', 'MIT'],
  ['Workbox', 'MIT'],
  ['Lucide', 'ISC'],
  ['Atkinson Hyperlegible Next', 'SIL Open Font License 1.1'],
] as const

/** Shows at `/informazioni` version, texts in force, licences, accessibility [SC26]. */
export default function InformazioniScreen() {
  return (
    <LegalFrame title={texts.titolo}>
      <p className={css.intro}>{texts.intro}</p>
      <dl className={css.dati}>
        <div>
          <dt>{texts.protocollo}</dt>
          <dd>{APP_VERSION}</dd>
        </div>
        <div>
          <dt>{texts.testi}</dt>
          <dd>{legaleText.versione(VERSIONI_TESTI.termini)}</dd>
        </div>
      </dl>
      <section className={css.sezione} aria-labelledby="accessibilita">
        <h2 id="accessibilita">{texts.accessibilita}</h2>
        <p>{texts.accessibilita_testo}</p>
      </section>
      <section className={css.sezione} aria-labelledby="licenza">
        <h2 id="licenza">{texts.licenza}</h2>
        <p>{texts.licenza_testo}</p>
        <p>
          <a
            className={css.collegamento}
            href="https://interoperable-europe.ec.europa.eu/collection/eupl/eupl-text-eupl-12"
            target="_blank"
            rel="noopener noreferrer"
          >
            {texts.licenza_link}
          </a>
        </p>
      </section>
      <section className={css.sezione} aria-labelledby="terzi">
        <h2 id="terzi">{texts.terzi}</h2>
        <p>{texts.terzi_testo}</p>
        <Facts className={css.dati} rows={WORK_OF_OTHERS} />
      </section>
    </LegalFrame>
  )
}
