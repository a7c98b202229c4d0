import type { Review, Reviews } from '@gridloom/contract/reputation/review'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { wholeNumber } from '../../input/parse-values.ts'
import { shortId } from '../../output/format.ts'
import { harmlessLine } from '../../output/harmless.ts'
import type { Draw } from '../../output/output.ts'
import { findAnyMachine } from '../../resolve/find-any-machine.ts'
import { addAnswerReview } from './answer-review.ts'
import { addReviewVisibility } from './hide-review.ts'
import { starsOf } from './stars-of.ts'

interface ReviewsOptions {
  page: number
  limit: number
}

/** Adds `reviews`: what renters say of a machine. */
export function addReviews(program: Command, open: Open): void {
  const reviews = program
    .command('reviews')
    .argument('<machine>', 'machine ID, name of the machine of an offer, or part of an offer’s ID')
    .summary('list the reviews of a machine')
    .description('List the reviews of a listed machine, or of one of yours, newest first.')
    .option('--page <n>', 'page number', wholeNumber('--page', 1, 100), 1)
    .option('--limit <n>', 'reviews per page', wholeNumber('--limit', 1, 100), 20)
    .addHelpText(
      'after',
      examples(
        'reviews tower',
        'reviews tower --page 2 --json',
        'reviews answer tower 7xyz0123 "Thank you."',
      ),
    )
    .action((machine: string, options: ReviewsOptions, command: Command) =>
      listReviews(open(command), machine, options),
    )
  addAnswerReview(reviews, open)
  addReviewVisibility(reviews, open)
}

async function listReviews(
  ctx: Ctx,
  wanted: string,
  { page, limit }: ReviewsOptions,
): Promise<void> {
  const id = await findAnyMachine(ctx, wanted)
  const query = { offset: (page - 1) * limit, limit }
  const found = await ctx.client.reputation.listReviews({
    params: { id },
    query,
    signal: ctx.signal,
  })
  await ctx.output.result(found, (draw) => reviewsText(draw, found))
  const pages = Math.ceil(found.total / limit)
  if (pages > 1) ctx.output.note(`Page ${page} of ${pages}.`)
}

function reviewsText(draw: Draw, { reviews, total, mean_rating: mean }: Reviews): string {
  if (total === 0) return 'No reviews yet.'
  const all = `${total} ${total === 1 ? 'review' : 'reviews'}`
  const summary = mean === null ? `${all}.` : `${mean} of 5 in ${all}.`
  return [...reviews.map((review) => `${reviewText(draw, review)}\n`), summary].join('\n')
}

/** Texts are those of others: each is one line, so that none looks like another's. */
function reviewText(draw: Draw, review: Review): string {
  const { id, rating, text, created_at, rented_hours, answer, hidden } = review
  const facts = [
    draw.paint(shortId(id), 'strong'),
    starsOf(rating),
    `${created_at.slice(0, 10)}, rented ${rented_hours} h${hidden ? ', hidden' : ''}`,
  ]
  return [
    facts.join('  '),
    ...(text === '' ? [] : [`  ${harmlessLine(text)}`]),
    ...(answer === null ? [] : [`  Provider: ${harmlessLine(answer.text)}`]),
  ].join('\n')
}
