import type { Machine } from '@gridloom/contract/machines/machine'
import type { ModelEndpoint } from '@gridloom/contract/models/model-endpoint'
import type { ModelId } from '@gridloom/contract/models/model-id'
import type { ServedModel, ServeEngine } from '@gridloom/contract/models/serving'
import type { TokenPrice } from '@gridloom/contract/models/token-price'
import { formatUsd } from '@gridloom/domain/money-format'
import { type Command, Option } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { parseUsd } from '../../input/parse-usd.ts'
import { wholeNumber } from '../../input/parse-values.ts'
import { findMachine } from '../../resolve/find-machine.ts'
import { findModel } from '../../resolve/find-model.ts'
import { waitUntilServed } from './wait-until-served.ts'

interface ServeOptions {
  machine?: string
  priceIn?: number
  priceOut?: number
  priceCached?: number
  slots?: number
  engine?: string
  upstreamModel?: string
  context?: number
  dataCollection?: 'allow' | 'deny'
  stop?: boolean
  detach?: boolean
}

const usd = (name: string) => (text: string) => parseUsd(text, name)

export function addServe(program: Command, open: Open): void {
  program
    .command('serve')
    .argument('<model>', 'model ID, or its last segment')
    .summary('serve a model on one of your machines')
    .description(
      'Serve a model on one of your machines, and wait until it is ready. Prices are US dollars per million\n' +
        'tokens. Omitted options stay unchanged (default engine: llama.cpp). Answers in progress keep their price.',
    )
    .option('--machine <machine>', 'machine name or ID (default: your only machine)')
    .option('--price-in <usd>', 'input price', usd('--price-in'))
    .option('--price-out <usd>', 'output price', usd('--price-out'))
    .option('--price-cached <usd>', 'cached input price', usd('--price-cached'))
    .option('--slots <n>', 'number of concurrent answers', wholeNumber('--slots', 1, 256))
    .option(
      '--engine <url>',
      'base URL of an OpenAI-compatible engine, including /v1; or llama for llama.cpp',
    )
    .option('--upstream-model <name>', 'name of the model in that engine')
    .option('--context <n>', 'context length in tokens', wholeNumber('--context', 128, 10_000_000))
    .addOption(
      new Option(
        '--data-collection <policy>',
        'deny: you declare that your engine stores neither prompts nor answers',
      ).choices(['allow', 'deny']),
    )
    .option('--detach', 'do not wait until it is ready')
    .option('--stop', 'stop serving it; answers in progress are finished')
    .addHelpText(
      'after',
      examples(
        'serve SmolLM2-135M-Instruct --price-in 0.02 --price-out 0.04',
        'serve org/model --machine tower --engine http://127.0.0.1:8000/v1 --upstream-model model --context 8192 --price-in 0.1 --price-out 0.3',
        'serve SmolLM2-135M-Instruct --machine tower --stop',
      ),
    )
    .action((model: string, options: ServeOptions, command: Command) =>
      serve(open(command), model, options),
    )
}

async function serve(ctx: Ctx, wanted: string, options: ServeOptions): Promise<void> {
  const machine = await chosenMachine(ctx, options.machine)
  const { id: model } = await findModel(ctx, wanted)
  if (options.stop) return stopServing(ctx, machine, model)
  const params = { id: machine.id, model }
  const served = await ctx.client.models.listServed({ params: { id: machine.id } })
  const before: ServedModel | undefined = served.find(({ model_id }) => model_id === model)
  const endpoint = await ctx.client.models.serve({
    params,
    body: {
      engine: engineOf(options, model, before?.order.engine),
      price: priceOf(options, before?.order.price),
      slots: options.slots ?? before?.order.slots,
    },
    signal: ctx.signal,
  })
  const now = options.detach ? endpoint : await waitUntilServed(ctx, endpoint)
  await ctx.output.result(now, () => {
    const line = `${machine.name} ${wordsOf(now)} ${model} ${priceText(now)}.`
    return `${line}${storageText(now)}`
  })
}

async function stopServing(ctx: Ctx, machine: Machine, model: ModelId): Promise<void> {
  await ctx.client.models.stopServing({ params: { id: machine.id, model }, signal: ctx.signal })
  await ctx.output.result({}, () => `${machine.name} no longer serves ${model}.`)
}

async function chosenMachine(ctx: Ctx, wanted: string | undefined): Promise<Machine> {
  if (wanted !== undefined) return findMachine(ctx, wanted)
  const machines = await ctx.client.machines.list({ signal: ctx.signal })
  const [only, ...others] = machines
  if (only === undefined) throw new UsageError('No machines. Add one: gridloom machines token')
  if (others.length === 0) return only
  throw new UsageError(`You host ${machines.length} machines. Choose one: --machine NAME`)
}

/**
 * The engine from the options, with the current values for the rest; llama.cpp for a model that is new to the machine.
 */
function engineOf(
  { engine: named, upstreamModel, context, dataCollection }: ServeOptions,
  model: ModelId,
  before: ServeEngine = { kind: 'llama', context_tokens: null },
): ServeEngine {
  if (named === 'llama' || (named === undefined && before.kind === 'llama')) {
    if (upstreamModel !== undefined) throw new UsageError('--upstream-model requires --engine.')
    if (dataCollection === 'allow') throw new UsageError('llama.cpp stores no prompts or answers.')
    const kept = before.kind === 'llama' ? before.context_tokens : null
    return { kind: 'llama', context_tokens: context ?? kept }
  }
  const kept = before.kind === 'openai-http' ? before : undefined
  const data_collection = dataCollection ?? kept?.data_collection
  const base_url = named ?? kept?.base_url
  const context_tokens = context ?? kept?.context_tokens
  if (base_url === undefined || context_tokens === undefined)
    throw new UsageError('Specify the context length in tokens: --context N')
  return {
    kind: 'openai-http',
    base_url,
    upstream_model: upstreamModel ?? kept?.upstream_model ?? model,
    context_tokens,
    ...(data_collection === undefined ? {} : { data_collection }),
  }
}

function priceOf(options: ServeOptions, before: TokenPrice | undefined): TokenPrice {
  const input = options.priceIn ?? before?.input_micro_usd
  const output = options.priceOut ?? before?.output_micro_usd
  if (input === undefined || output === undefined)
    throw new UsageError(
      'Specify --price-in and --price-out in US dollars per million tokens (0: free).',
    )
  return {
    input_micro_usd: input,
    cached_micro_usd: options.priceCached ?? Math.min(input, before?.cached_micro_usd ?? input),
    output_micro_usd: output,
  }
}

function wordsOf({ state }: ModelEndpoint): string {
  return state === 'serving' ? 'serves' : 'will serve'
}

/** The declaration of a provider's own engine. */
function storageText({ engine, data_collection }: ModelEndpoint): string {
  if (engine === 'llama' || data_collection === 'allow') return ''
  return ' Declared: prompts and answers are not stored.'
}

function priceText({ price }: ModelEndpoint): string {
  const { input_micro_usd: input, output_micro_usd: output } = price
  return `at ${formatUsd(input)} input and ${formatUsd(output)} output per million tokens`
}
