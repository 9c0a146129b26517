import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { profileText as texts } from '../../../text/account.ts'
import { Card, Muted, Stack } from '../../../ui/base.tsx'
import { IconDark, IconLight, IconSystem } from '../../../ui/icons.ts'
import { Segmented } from '../../../ui/Segmented.tsx'
import { setTheme, type Theme, theme } from '../theme.ts'
import { setTypeface, TYPEFACES, typeface } from '../typeface.ts'

const THEMES: { value: Theme; text: string; icon: ReactNode }[] = [
  { value: 'sistema', text: texts.sistema, icon: <IconSystem size={16} /> },
  { value: 'chiaro', text: texts.chiaro, icon: <IconLight size={16} /> },
  { value: 'scuro', text: texts.scuro, icon: <IconDark size={16} /> },
]

/** Sets theme and typeface, in force at once on this device. */
export function AppearanceCard() {
  const { chosen } = useSnapshot(theme)
  const letters = useSnapshot(typeface).chosen
  return (
    <Card aria-labelledby="aspetto">
      <Stack>
        <h2 id="aspetto">{texts.tema_e_carattere}</h2>
        <Segmented legend={texts.tema} options={THEMES} value={chosen} onSelect={setTheme} />
        <Segmented
          legend={texts.carattere}
          options={TYPEFACES.map((value) => ({ value, text: texts.caratteri[value] }))}
          value={letters}
          onSelect={setTypeface}
        />
        <Muted small>{texts.carattere_nota[letters]}</Muted>
      </Stack>
    </Card>
  )
}
