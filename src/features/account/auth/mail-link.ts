import { MAIL_LINK_KINDS } from '#rules/visit'

export type MailLinkKind = (typeof MAIL_LINK_KINDS)[number]

/** The link that this visit came by, if any. */
export function readMailLink(query: URLSearchParams): { kind: MailLinkKind; token: string } | null {
  const kind = MAIL_LINK_KINDS.find((name) => query.has(name))
  return kind ? { kind, token: query.get(kind) ?? '' } : null
}
