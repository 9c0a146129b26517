const moment = new Intl.DateTimeFormat('it-IT', { dateStyle: 'short', timeStyle: 'short' })
const hour = new Intl.DateTimeFormat('it-IT', { timeStyle: 'short' })

/** An instant in ISO 8601 -> "21/11/26, 09:41". */
export const formatMoment = (iso: string): string => moment.format(new Date(iso))
/** An instant -> "09:41". */
export const formatHour = (at: Date): string => hour.format(at)
