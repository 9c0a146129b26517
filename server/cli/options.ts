import { type ParseArgsConfig, parseArgs } from 'node:util'
import { type Codice, type Environment, type ValuesOf, WrongUsage } from './exit.ts'

type Options = Record<string, { type: 'string' | 'boolean' }>

/** A command ready to run; parses its own options from `args`. */
export type Command = (args: string[], environment: Environment) => Promise<Codice>

/** Translates the parser's sentences, which are English and for programmers. */
function explainOption(error: unknown, options: NonNullable<ParseArgsConfig['options']>): string {
  const { code, message } = error as { code?: string; message: string }
  const option = /'(?:-\w, )?(--?[\w-]+)/.exec(message)?.[1]
  if (!option) return message
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `opzione sconosciuta: ${option}`
  return `${option} ${options[option.slice(2)]?.type === 'boolean' ? 'non vuole' : 'vuole'} un valore`
}

function parse<O extends Options>(args: string[], options: O) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true, tokens: true })
  } catch (error) {
    throw new WrongUsage(explainOption(error, options))
  }
}

/** Joins the options of a command to its work. Throws WrongUsage on an unknown or repeated option. */
export function commandOf<O extends Options>(
  options: O,
  run: (positionals: string[], values: ValuesOf<O>, environment: Environment) => Promise<Codice>,
): Command {
  return async (args, environment) => {
    const { positionals, values, tokens } = parse(args, options)
    const seen = new Set<string>()
    for (const token of tokens) {
      if (token.kind !== 'option') continue
      if (seen.has(token.name)) throw new WrongUsage(`${token.rawName} è ripetuta`)
      seen.add(token.name)
    }
    return run(positionals, values as ValuesOf<O>, environment)
  }
}
