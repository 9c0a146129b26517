import { Button } from '../../ui/Button.tsx'
import { Card, Stack } from '../../ui/base.tsx'
import { IconDownload } from '../../ui/icons.ts'
import { saveFile } from '../../ui/save-file.ts'
import { callConsole } from '../api.ts'
import { ActEnd, useAct } from '../useAct.tsx'
import { installazioneText as texts } from './text.ts'

/** Offers the support bundle as a file, with a list of its contents. */
export function Diagnosis() {
  const act = useAct()
  const download = () =>
    void act.run(
      'diagnosi',
      async () => {
        const made = await callConsole('diagnosi')
        if (made.ok) saveFile(texts.diagnosi_file(new Date()), JSON.stringify(made.value, null, 2), 'application/json')
        return made
      },
      () => texts.diagnosi_fatta,
    )
  return (
    <Card aria-labelledby="diagnosi-t">
      <Stack>
        <h2 id="diagnosi-t">{texts.diagnosi_titolo}</h2>
        <p>{texts.diagnosi_testo}</p>
        <ul>
          {texts.diagnosi_dentro.map((what) => (
            <li key={what}>{what}</li>
          ))}
        </ul>
        <p>{texts.diagnosi_fuori}</p>
        <div>
          <Button variant="primario" icon={<IconDownload size={20} />} busy={act.busy !== null} onClick={download}>
            {texts.diagnosi_scarica}
          </Button>
        </div>
        <ActEnd act={act} />
      </Stack>
    </Card>
  )
}
