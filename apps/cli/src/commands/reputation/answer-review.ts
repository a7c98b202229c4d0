import { ReviewAnswer, reviewCharsMax } from '@gridloom/contract/reputation/review'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { CancelledError, UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { findMachine } from '../../resolve/find-machine.ts'
import { findReview } from './find-review.ts'

interface Answering {
  machine: string
  review: string
  text: string
  yes?: boolean | undefined
}

export function addAnswerReview(reviews: Command, open: Open): void {
  reviews
    .command('answer')
    .argument('<machine>', 'machine of yours: name, ID, or start or end of an ID')
    .argument('<review>', 'ID, or start or end of an ID')
    .argument('<text>', `answer, at most ${reviewCharsMax} characters`)
    .summary('answer a review of a machine of yours')
    .description("Answer a review of one of your machines, once. This can't be undone.")
    .option('-y, --yes', 'skip the confirmation')
    .addHelpText('after', examples('reviews answer tower 7xyz0123 "Thank you."'))
    .action(
      (
        machine: string,
        review: string,
        text: string,
        { yes }: { yes?: boolean },
        command: Command,
      ) => answerReview(open(command), { machine, review, text, yes }),
    )
}

async function answerReview(
  ctx: Ctx,
  { machine: wanted, review: wantedReview, text, yes }: Answering,
): Promise<void> {
  const body = ReviewAnswer.safeParse({ text })
  if (!body.success)
    throw new UsageError(`The answer must have 1 to ${reviewCharsMax} characters of plain text.`)
  const machine = await findMachine(ctx, wanted)
  const id = await findReview(ctx, machine.id, wantedReview)
  if (!yes) {
    if (!ctx.host.interactive || ctx.output.format === 'json')
      throw new UsageError('An answer is final. Add --yes to skip the confirmation.')
    const message = `Answer this review of ${machine.name}? The answer is public and final.`
    if ((await ctx.host.prompts.confirm({ message })) === 'no')
      throw new CancelledError('Aborted. Nothing was sent.')
  }
  const call = { params: { id }, body: body.data, signal: ctx.signal }
  const review = await ctx.client.reputation.answerReview(call)
  await ctx.output.result(review, () => 'Answered.')
}
