import { expose } from 'comlink'
import signs from './print/fonts/dejavu-signs.ttf?url'
import { createPrinter } from './print/printer.ts'

expose(createPrinter(async () => new Uint8Array(await (await fetch(signs)).arrayBuffer())))
