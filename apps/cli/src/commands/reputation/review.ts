import { type InstanceReview, reviewCharsMax } from '@gridloom/contract/reputation/review'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { formatTime } from '../../output/format.ts'
import { findInstance } from '../../resolve/find-instance.ts'
import { starsOf } from './stars-of.ts'

interface ReviewOptions {
  rating?: string
  text?: string
}

export function addReview(program: Command, open: Open): void {
  program
    .command('review')
    .argument('<instance>', 'label, ID, or start or end of an ID')
    .summary('review the machine of an instance')
    .description(
      `Review the machine of an instance that ran for at least one hour, or edit the review within 24 hours. Without --rating, shows it.`,
    )
    .option('--rating <stars>', '1 to 5')
    .option('--text <text>', `what others should know, at most ${reviewCharsMax} characters`)
    .addHelpText(
      'after',
      examples('review trial --rating 5 --text "Fast and quiet."', 'review trial'),
    )
    .action((instance: string, options: ReviewOptions, command: Command) =>
      review(open(command), instance, options),
    )
}

async function review(ctx: Ctx, wanted: string, { rating, text }: ReviewOptions): Promise<void> {
  if (rating !== undefined && !/^[1-5]$/.test(rating))
    throw new UsageError('--rating must be a number from 1 to 5.')
  if (rating === undefined && text !== undefined) throw new UsageError('Add --rating.')
  const { id } = await findInstance(ctx, wanted, 'all')
  const call = { params: { id }, signal: ctx.signal }
  const result =
    rating === undefined
      ? await ctx.client.reputation.readReview(call)
      : await ctx.client.reputation.writeReview({
          ...call,
          body: { rating: Number(rating), text: text ?? '' },
        })
  await ctx.output.result(result, () => reviewText(result))
}

const blockers = {
  too_short: 'You can review the machine after your instance has run for one hour.',
  own_machine: 'You cannot review a machine of your own or of your companies.',
  no_longer_editable: 'The review is final.',
} as const

function reviewText({ review, blocker, editable_until: until }: InstanceReview): string {
  const state = blocker === null ? [] : [blockers[blocker]]
  if (review === null) return state[0] ?? 'You have not reviewed the machine. Add --rating.'
  const edit = blocker === null && until !== null ? [`Editable until ${formatTime(until)}.`] : state
  const answer = review.answer === null ? [] : [`Provider: ${review.answer.text}`]
  return [`${starsOf(review.rating)} ${review.text}`.trimEnd(), ...answer, ...edit].join('\n')
}
