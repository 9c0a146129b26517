import { setPriority } from 'node:os'
import { kindsOf, pour, type Scena } from './piena.ts'

// `port index content`: see piena.ts.
const [port, index, content] = process.argv.slice(2)
setPriority(19)
const scene = JSON.parse(content ?? '{}') as Scena
const end = new AbortController()
process.stdin.on('end', () => end.abort()).resume()
const kind = kindsOf(scene)[Number(index)]!
console.log(JSON.stringify(await pour(Number(port), Number(index), kind, scene.accounts[1]!.token, end.signal)))
