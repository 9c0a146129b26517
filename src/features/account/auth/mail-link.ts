import { MAIL_LINK_KINDS } from '#rules/visit'

export type MailLinkKind = (typeof MAIL_LINK_KINDS)[number]

/** Returns the mail link that opened this visit; null without one. */
export function readMailLink(query: URLSearchParams): { kind: MailLinkKind; token: string } | null {
  const kind = MAIL_LINK_KINDS.find((name) => query.has(name))
  return kind ? { kind, token: query.get(kind) ?? '' } : null
}
