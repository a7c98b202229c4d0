import { type ChatParameters, promptCharsMax } from '@gridloom/contract/chat/chat'
import type { Model } from '@gridloom/contract/models/model'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { CancelledError, FailedError, UsageError } from '../../errors.ts'
import { ExitWith, exitCodes } from '../../exit-codes.ts'
import { examples } from '../../help.ts'
import { numberWithin, wholeNumber } from '../../input/parse-values.ts'
import { findModel } from '../../resolve/find-model.ts'
import { askModel, type PrintedAnswer } from './ask-model.ts'

interface ChatOptions {
  system?: string
  temperature?: number
  topP?: number
  maxTokens?: number
  seed?: number
}

export function addChat(program: Command, open: Open): void {
  program
    .command('chat')
    .argument('<model>', 'model ID, or its last segment')
    .argument('[prompt]', 'prompt; omit it to start an interactive chat or read stdin')
    .summary('chat with a model')
    .description(
      'Send a prompt to a model, or start an interactive chat. Prints the answer to stdout and usage to stderr.\n' +
        'Ctrl-C stops the answer; you pay only for the tokens processed. Press it again to exit.',
    )
    .option('--system <text>', 'system prompt')
    .option('--temperature <n>', 'sampling temperature, 0 to 2', numberWithin('--temperature', 2))
    .option('--top-p <n>', 'nucleus sampling probability, 0 to 1', numberWithin('--top-p', 1))
    .option(
      '--max-tokens <n>',
      'maximum number of tokens to generate',
      wholeNumber('--max-tokens', 1, 1_000_000),
    )
    .option('--seed <n>', 'seed for reproducible sampling', wholeNumber('--seed', 0, 4_294_967_295))
    .addHelpText(
      'after',
      examples(
        'chat SmolLM2-135M-Instruct',
        "chat SmolLM2-135M-Instruct 'What is the capital of France?' --max-tokens 50",
        'chat SmolLM2-135M-Instruct --system "Summarize." < report.txt',
      ),
    )
    .action((model: string, prompt: string | undefined, options: ChatOptions, command: Command) =>
      chat(open(command), { wanted: model, prompt, options }),
    )
}

interface ChatArguments {
  wanted: string
  prompt: string | undefined
  options: ChatOptions
}

async function chat(ctx: Ctx, { wanted, prompt, options }: ChatArguments): Promise<void> {
  const parameters = parametersOf(options)
  if (prompt === undefined && ctx.host.interactive)
    return chatInTurns(ctx, await findModel(ctx, wanted), parameters)
  const given = (prompt ?? (await ctx.host.readStdin())).trim()
  if (given === '') throw new UsageError('Provide a prompt as an argument or on standard input.')
  if (given.length > promptCharsMax) throw new UsageError('The prompt is too long.')
  const model = await findModel(ctx, wanted)
  const answered = await askModel(ctx, {
    modelId: model.id,
    prompt: given,
    chatId: null,
    parameters,
  })
  noteEnd(ctx, answered)
  if (answered.state === 'stopped' || answered.state === 'left')
    throw new ExitWith(exitCodes.cancelled)
}

/** Prompts again and again in one chat, until the user leaves at the prompt. */
async function chatInTurns(
  ctx: Ctx,
  model: Model,
  parameters: Partial<ChatParameters>,
): Promise<void> {
  ctx.output.note(`${model.id}. Press Ctrl-C to stop an answer, or to exit at the prompt.`)
  let chatId: PrintedAnswer['chatId'] | null = null
  for (;;) {
    const prompt = await nextPrompt(ctx)
    if (prompt === undefined) break
    const answered: PrintedAnswer = await askModel(ctx, {
      ...{ modelId: model.id, prompt, chatId },
      parameters: chatId === null ? parameters : undefined,
    })
    chatId = answered.chatId
    if (answered.state === 'left') break
    noteEnd(ctx, answered, 'go_on')
  }
  if (chatId === null) return
  const place = `/model-hub/${encodeURIComponent(model.id)}?chat=${chatId}`
  ctx.output.note(`Chat saved: ${ctx.serverUrl}${place}`)
}

/** Undefined when the user leaves. */
async function nextPrompt(ctx: Ctx): Promise<string | undefined> {
  try {
    return await ctx.host.prompts.text({ message: 'You' })
  } catch (error) {
    if (error instanceof CancelledError) return undefined
    throw error
  }
}

function noteEnd(ctx: Ctx, { state, problem }: PrintedAnswer, then: 'end' | 'go_on' = 'end'): void {
  if (state === 'length') ctx.output.note('The answer was cut off at the token limit.')
  if (state === 'stopped') ctx.output.note('Stopped.')
  if (state !== 'broken') return
  const why = problem ?? 'The machine disconnected before the answer was complete.'
  if (then === 'end') throw new FailedError(why)
  ctx.output.note(`The answer failed: ${why}`)
}

function parametersOf(options: ChatOptions): Partial<ChatParameters> {
  const { system, temperature, topP, maxTokens, seed } = options
  return {
    ...(system === undefined ? {} : { system }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { top_p: topP }),
    ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
    ...(seed === undefined ? {} : { seed }),
  }
}
