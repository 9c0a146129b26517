import type { Plugin } from 'vite'

export declare const aheadPlugin: (base: string) => Plugin
