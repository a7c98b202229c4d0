import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { shortId } from '../../output/format.ts'
import { findAnyMachine } from '../../resolve/find-any-machine.ts'
import { findReview } from './find-review.ts'

/** Adds `hide` and `show`: what the operator does to a review. */
export function addReviewVisibility(reviews: Command, open: Open): void {
  for (const [name, hidden] of [
    ['hide', true],
    ['show', false],
  ] as const)
    reviews
      .command(name)
      .argument(
        '<machine>',
        'machine ID, name of the machine of an offer, or part of an offer’s ID',
      )
      .argument('<review>', 'ID, or start or end of an ID')
      .summary(`${hidden ? 'hide a review' : 'show a review again'} (operator)`)
      .description(
        hidden
          ? 'Hide a review, which then counts no more. Requires the operator account.'
          : 'Show a hidden review again, which then counts again. Requires the operator account.',
      )
      .addHelpText('after', examples(`reviews ${name} tower 7xyz0123`))
      .action(async (machine: string, wanted: string, _options: object, command: Command) => {
        const ctx = open(command)
        const id = await findReview(ctx, await findAnyMachine(ctx, machine), wanted)
        const call = { params: { id }, body: { hidden }, signal: ctx.signal }
        const review = await ctx.client.reputation.hideReview(call)
        const state = review.hidden ? 'hidden' : 'shown'
        await ctx.output.result(review, () => `Review ${shortId(id)} is ${state}.`)
      })
}
