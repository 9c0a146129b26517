import { Menu as Ark } from '@ark-ui/react/menu'
import { Button } from './Button.tsx'
import { cx } from './cx.ts'
import { IconMore } from './icone.ts'
import css from './Menu.module.css'
import type { MenuProps } from './Menu.tsx'

/** The real menu: keyboard, type-ahead and screen readers are the library's to keep right. */
export default function MenuArk({ etichetta, voci, aperto }: MenuProps & { aperto: boolean }) {
  return (
    <Ark.Root
      defaultOpen={aperto}
      positioning={{ placement: 'bottom-end', strategy: 'fixed' }}
      onSelect={({ value }) => voci.find((v) => v.id === value)?.onScegli()}
    >
      <Ark.Trigger asChild>
        <Button variante="fantasma" quadrato misura="sm" etichetta={etichetta} icona={<IconMore size={20} />} />
      </Ark.Trigger>
      <Ark.Positioner>
        <Ark.Content className={css.menu}>
          {voci.map((v) => (
            <Ark.Item key={v.id} value={v.id} className={cx(css.voce, v.pericolo && css.pericolo)}>
              {v.icona}
              {v.testo}
            </Ark.Item>
          ))}
        </Ark.Content>
      </Ark.Positioner>
    </Ark.Root>
  )
}
