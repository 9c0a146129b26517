import { useState } from 'react'
import { useLocation } from 'wouter'
import type { BancaLocale } from '#contract/database'
import { isPercorso } from '#rules/raccolta'
import { hrefAdd, hrefBanca, readRaccolta } from '../../domain/hrefs.ts'
import { readKey, writeKey } from '../../platform/web-storage.ts'
import { homeText } from '../../text/banche.ts'
import { Button } from '../../ui/Button.tsx'
import { Band } from '../../ui/base.tsx'
import { IconDownload, IconX } from '../../ui/icons.ts'
import css from './home.module.css'

const KEYS = ['id_concorso', 'id_argomento'] as const

/** Reads the number that `/download_data` stored of its address [RT25]; null without one. */
function readLinked(): number | null {
  const query = new URLSearchParams()
  for (const key of KEYS) {
    const value = readKey('sessione', key)
    if (value !== null) query.set(key, value)
  }
  return readRaccolta(query) || null
}

/** Offers the bank or path that a link of `/download_data` named, until seen or put away. */
export function LinkedBanca({ own }: { own: readonly BancaLocale[] }) {
  const [id, setId] = useState(readLinked)
  const [, navigate] = useLocation()
  if (id === null) return null
  const forget = () => {
    for (const key of KEYS) writeKey('sessione', key, null)
    setId(null)
  }
  const here = own.some((b) => b.id_concorso === id)
  const href = here ? hrefBanca(id) : hrefAdd(id)
  const see = () => {
    forget()
    navigate(href)
  }
  return (
    <div className={css.avviso}>
      <Band
        tone="primario"
        icon={<IconDownload size={20} />}
        action={
          <>
            <Button size="sm" variant="primario" onClick={see}>
              {homeText.dal_link_apri}
            </Button>
            <Button size="sm" icon={<IconX size={16} />} onClick={forget}>
              {homeText.dal_link_chiudi}
            </Button>
          </>
        }
      >
        {isPercorso(id) ? homeText.dal_link_materia : homeText.dal_link}
      </Band>
    </div>
  )
}
