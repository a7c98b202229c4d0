import type { Machine } from '@gridloom/contract/machines/machine'
import type { ModelEndpoint } from '@gridloom/contract/models/model-endpoint'
import type { ModelId } from '@gridloom/contract/models/model-id'
import type { ServedModel, ServeEngine } from '@gridloom/contract/models/serving'
import type { TokenPrice } from '@gridloom/contract/models/token-price'
import { formatUsd } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Ctx, Open } from '../ctx.ts'
import { UsageError } from '../errors.ts'
import { examples } from '../help.ts'
import { parseUsd } from '../input/parse-usd.ts'
import { wholeNumber } from '../input/parse-values.ts'
import { findMachine } from '../resolve/find-machine.ts'
import { findModel } from '../resolve/find-model.ts'
import { waitUntilServed } from '../wait-until-served.ts'

interface ServeOptions {
  machine?: string
  priceIn?: number
  priceOut?: number
  priceCached?: number
  slots?: number
  engine?: string
  upstreamModel?: string
  context?: number
  stop?: boolean
  detach?: boolean
}

const usd = (name: string) => (text: string) => parseUsd(text, name)

export function addServe(program: Command, open: Open): void {
  program
    .command('serve')
    .argument('<model>', 'id of a model, or its last segment')
    .summary('have a machine of yours serve a model')
    .description(
      'Have a machine of yours serve a model, and wait until it does. Prices are dollars for a million\n' +
        'tokens; what is left out stays as it is (llama.cpp for a model that is new there). Answers under way keep the price they began with.',
    )
    .option('--machine <machine>', 'name or id; your only machine unless told')
    .option('--price-in <usd>', 'what it reads', usd('--price-in'))
    .option('--price-out <usd>', 'what it writes', usd('--price-out'))
    .option('--price-cached <usd>', 'what it still had from before', usd('--price-cached'))
    .option('--slots <n>', 'answers at once', wholeNumber('--slots', 1, 256))
    .option('--engine <url>', 'an engine beside the agent, up to and with /v1; or llama: llama.cpp')
    .option('--upstream-model <name>', 'what that engine calls the model')
    .option(
      '--context <n>',
      'tokens of prompt and answer together',
      wholeNumber('--context', 128, 10_000_000),
    )
    .option('--detach', 'do not wait')
    .option('--stop', 'serve it no more; answers under way are finished')
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
  await ctx.output.result(now, () => `${machine.name} ${wordsOf(now)} ${model} ${priceText(now)}.`)
}

async function stopServing(ctx: Ctx, machine: Machine, model: ModelId): Promise<void> {
  await ctx.client.models.stopServing({ params: { id: machine.id, model }, signal: ctx.signal })
  await ctx.output.result({}, () => `${machine.name} serves ${model} no more.`)
}

async function chosenMachine(ctx: Ctx, wanted: string | undefined): Promise<Machine> {
  if (wanted !== undefined) return findMachine(ctx, wanted)
  const machines = await ctx.client.machines.list({ signal: ctx.signal })
  const [only, ...others] = machines
  if (only === undefined)
    throw new UsageError('You host no machine. Begin: gridloom machines token')
  if (others.length === 0) return only
  throw new UsageError(`You host ${machines.length} machines. Say which one: --machine NAME`)
}

/** What is named, and as it was where nothing is said of that; llama.cpp for a model that is new to the machine. */
function engineOf(
  { engine: named, upstreamModel, context }: ServeOptions,
  model: ModelId,
  before: ServeEngine = { kind: 'llama', context_tokens: null },
): ServeEngine {
  if (named === 'llama' || (named === undefined && before.kind === 'llama')) {
    if (upstreamModel !== undefined)
      throw new UsageError('--upstream-model goes with --engine, whose model it names.')
    const kept = before.kind === 'llama' ? before.context_tokens : null
    return { kind: 'llama', context_tokens: context ?? kept }
  }
  const kept = before.kind === 'openai-http' ? before : undefined
  const base_url = named ?? kept?.base_url
  const context_tokens = context ?? kept?.context_tokens
  if (base_url === undefined || context_tokens === undefined)
    throw new UsageError('Say how long prompt and answer may be together: --context N')
  return {
    kind: 'openai-http',
    base_url,
    upstream_model: upstreamModel ?? kept?.upstream_model ?? model,
    context_tokens,
  }
}

function priceOf(options: ServeOptions, before: TokenPrice | undefined): TokenPrice {
  const input = options.priceIn ?? before?.input_micro_usd
  const output = options.priceOut ?? before?.output_micro_usd
  if (input === undefined || output === undefined)
    throw new UsageError(
      'Say what it costs: --price-in and --price-out, dollars for a million tokens (0: free).',
    )
  return {
    input_micro_usd: input,
    cached_micro_usd: options.priceCached ?? Math.min(input, before?.cached_micro_usd ?? input),
    output_micro_usd: output,
  }
}

function wordsOf({ state }: ModelEndpoint): string {
  return state === 'serving' ? 'serves' : 'is to serve'
}

function priceText({ price }: ModelEndpoint): string {
  const { input_micro_usd: input, output_micro_usd: output } = price
  return `for ${formatUsd(input)} in and ${formatUsd(output)} out a million tokens`
}
