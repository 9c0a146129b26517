import type { prove } from '#contract/store/prove'
import type { Handlers } from '../core/handlers.ts'
import { createProva } from './create.ts'
import { deliverProva } from './deliver.ts'
import { listStoria } from './history.ts'
import {
  deleteModello,
  listDaSpedire,
  listInCorso,
  listModelli,
  listProve,
  markSpedita,
  readNota,
  saveModello,
  saveNota,
} from './lists.ts'
import { resumeProva } from './resume.ts'
import { readProva } from './row.ts'
import { stepProva } from './step.ts'

export const proveHandlers: Handlers<typeof prove> = {
  createProva,
  readProva,
  resumeProva,
  stepProva,
  deliverProva: (ctx, args) => deliverProva(ctx, args),
  listInCorso,
  listDaSpedire,
  markSpedita,
  listProve,
  listStoria,
  listModelli,
  saveModello,
  deleteModello,
  readNota,
  saveNota,
}
