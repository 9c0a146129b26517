import type { ArgsOf, OnProgress, ValueOf } from '#contract/store/method'
import type { StoreContext } from './context.ts'

/** What a slice does for each method that its declaration names. */
export type Handlers<D> = {
  [K in keyof D]: (
    ctx: StoreContext,
    args: ArgsOf<D[K]>,
    onProgress: OnProgress,
  ) => ValueOf<D[K]> | Promise<ValueOf<D[K]>>
}
