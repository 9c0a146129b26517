import { Menu as Ark } from '@ark-ui/react/menu'
import { Button } from './Button.tsx'
import base from './base.module.css'
import { cx } from './cx.ts'
import { IconMore } from './icons.ts'
import css from './Menu.module.css'
import type { MenuProps } from './Menu.tsx'

/** The real menu: keyboard, type-ahead and screen readers are the library's to keep right. */
export default function MenuArk({ label, items, open }: MenuProps & { open: boolean }) {
  return (
    <Ark.Root
      defaultOpen={open}
      positioning={{ placement: 'bottom-end', strategy: 'fixed' }}
      onSelect={({ value }) => items.find((v) => v.id === value)?.onSelect()}
    >
      <Ark.Trigger asChild>
        <Button variant="fantasma" iconOnly size="sm" label={label} icon={<IconMore size={20} />} />
      </Ark.Trigger>
      <Ark.Positioner>
        <Ark.Content className={css.menu}>
          {items.map((v) => (
            <Ark.Item key={v.id} value={v.id} className={cx(base.voce_menu, css.voce, v.danger && css.pericolo)}>
              {v.icon}
              {v.text}
            </Ark.Item>
          ))}
        </Ark.Content>
      </Ark.Positioner>
    </Ark.Root>
  )
}
