// Runs the worker from its sources: a new thread does not get the TypeScript loader of the process that starts it.
import { register } from 'tsx/esm/api'

register()
await import(process.argv[2])
