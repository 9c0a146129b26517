import type { Plugin } from 'vite'

/** What the plugin asks of the bundler: to write one more file. */
type Writer = { emitFile(file: { type: 'asset'; fileName: string; source: string }): unknown }

/** Throws, when the bundle is written, if no file holds one of the first screens. */
export declare const aheadPlugin: (base: string) => Omit<Plugin, 'generateBundle'> & {
  generateBundle(this: Writer, options: unknown, bundle: object): void
}
