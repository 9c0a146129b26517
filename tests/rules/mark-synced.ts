import type { Statistica } from '#rules/statistica'

/** [SY3][SY11]: after the record sent with that date was accepted. Changed meanwhile, it stays unsynced. */
export const markSynced = (stat: Statistica, data_eseguita: string): Statistica =>
  stat.data_eseguita === data_eseguita ? { ...stat, sincronizzata: 1, isLevelUpdated: 0, isPreferitiUpdated: 0 } : stat
