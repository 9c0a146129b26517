import type { OnlyHere } from './data.ts'
import { read } from './method.ts'

/** What the person makes, on its way off this device. */
export const giornale = {
  /** What would be lost if this store were cleared now. */
  countSoloQui: read<void, OnlyHere>(),
}
