import { pause } from '@gridloom/async/pause'
import { NetworkError } from '@gridloom/client/api-error'
import type { Client } from '@gridloom/client/calls'
import { retryDelayMs } from '@gridloom/client/retry-delay'
import { limits } from '@gridloom/contract/core/constants'
import type { Instance } from '@gridloom/contract/instances/instance'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { wholeNumber } from '../../input/parse-values.ts'
import { openText } from '../../output/app-text.ts'
import { waitForInstance, waitLimitS } from '../instances/wait-for-instance.ts'
import { agreeToPrice } from '../shared/agree-to-price.ts'
import { machineText } from './quote.ts'
import { addQuoteOptions, type QuoteOptions, quoteBody } from './quote-options.ts'

interface LaunchOptions extends QuoteOptions {
  set?: Record<string, string>
  label?: string
  yes?: boolean
  wait?: boolean
  timeout?: number
}

export function addLaunchApp(apps: Command, open: Open): void {
  addQuoteOptions(apps.command('launch'))
    .argument('<app>', 'name of an app')
    .summary('launch an app')
    .description(
      'Rent an instance that runs an app. Shows the price and asks for confirmation. Prints its address and login with --wait.',
    )
    .option('--set <field=value>', 'value of a field; repeat for several', collectField)
    .option('--label <text>', `label, at most ${limits.labelChars} characters`)
    .option('-y, --yes', 'skip the confirmation')
    .option('-w, --wait', 'wait until it is ready and show progress')
    .option('--timeout <s>', 'maximum time to wait', wholeNumber('--timeout', 1, 86_400))
    .addHelpText(
      'after',
      examples(
        'apps launch web-page --set TITLE=Hello --wait',
        'apps launch minecraft --set EULA=TRUE --on tower --yes --wait',
      ),
    )
    .action((slug: string, options: LaunchOptions, command: Command) =>
      launch(open(command), slug, options),
    )
}

async function launch(ctx: Ctx, slug: string, options: LaunchOptions): Promise<void> {
  const { signal } = ctx
  const body = await quoteBody(ctx, options)
  const quoted = await ctx.client.apps.quote({ params: { slug }, body, signal })
  const { offer, quote } = quoted
  ctx.output.note(machineText(quoted))
  await agreeToPrice(ctx, quote, { yes: options.yes, message: 'Launch this app?' })
  const { id: quote_id, slots, disk_gb } = quote
  const order = { offer_id: offer.id, quote_id, slots, disk_gb, fields: options.set ?? {} }
  const label = options.label === undefined ? {} : { label: options.label }
  const ordered = await sendLaunch(ctx, slug, { ...order, ...label })
  await publish(ctx, ordered, options)
}

type LaunchBody = Parameters<Client['apps']['launch']>[0]['body']

const triesMax = 3

/** Launches, and repeats it with the same key if the response was lost: the server never creates two. */
async function sendLaunch(ctx: Ctx, slug: string, body: LaunchBody): Promise<Instance> {
  const headers = { 'idempotency-key': ctx.host.newKey() }
  const call = { params: { slug }, body, headers, signal: ctx.signal }
  for (let tries = 1; ; tries += 1) {
    try {
      return (await ctx.client.apps.launch(call)).instance
    } catch (error) {
      if (!(error instanceof NetworkError) || tries >= triesMax) throw error
      await pause(ctx.host.clock, retryDelayMs(tries, ctx.host.random), ctx.signal)
    }
  }
}

async function publish(ctx: Ctx, ordered: Instance, options: LaunchOptions): Promise<void> {
  const { wait, timeout } = options
  if (wait) ctx.output.note(`Created ${ordered.id}.`)
  const instance = wait
    ? await waitForInstance(ctx, ordered, { goal: 'ready', limitS: timeout ?? waitLimitS })
    : ordered
  const ports = await ctx.client.ports.list({ params: { id: instance.id }, signal: ctx.signal })
  await ctx.output.result(instance, (draw) => openText(draw, instance, ports))
}

/** Adds one `FIELD=VALUE` to those collected so far; the value may contain equals signs. */
function collectField(text: string, fields: Readonly<Record<string, string>> = {}) {
  const equals = text.indexOf('=')
  if (equals < 1) throw new UsageError(`--set must be FIELD=VALUE, not "${text}".`)
  return { ...fields, [text.slice(0, equals)]: text.slice(equals + 1) }
}
