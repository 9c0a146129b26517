import { LOGIN, SIGN_UP } from '#rules/routes'
import { ButtonLink } from '../../../ui/Button.tsx'
import css from './auth.module.css'
import { firstPageText as texts } from './first-page-text.ts'
import { TrialQuestion } from './TrialQuestion.tsx'
import { firstPageTitle } from './text.ts'

/** Shows a new visitor one question to answer, and the two ways in [PP1]. */
const FirstPage = () => (
  <>
    <h1 className={css.invito}>{firstPageTitle}</h1>
    <TrialQuestion />
    <div className={css.azioni}>
      <ButtonLink variant="primario" size="lg" fullWidth href={SIGN_UP}>
        {texts.inizia}
      </ButtonLink>
      <ButtonLink size="lg" fullWidth href={LOGIN}>
        {texts.con_account}
      </ButtonLink>
    </div>
  </>
)
export default FirstPage
