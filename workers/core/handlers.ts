import type { ArgsOf, OnProgress, ValueOf } from '#contract/store/method'
import type { StoreContext } from './context.ts'

/** The function of a slice for each method of its declaration. */
export type Handlers<D> = {
  [K in keyof D]: (
    ctx: StoreContext,
    args: ArgsOf<D[K]>,
    onProgress: OnProgress,
  ) => ValueOf<D[K]> | Promise<ValueOf<D[K]>>
}
