import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type Answers, ok } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { aReview, someReviews } from '../../testing/reputation-samples.ts'
import { aMachine, secondsBefore } from '../../testing/samples.ts'

const machine = aMachine()
const at = `/api/machines/${machine.id}`

it('shows the provider their score, and has the machine measured for it', async () => {
  const check = `POST ${at}/trust/checks`
  const { user, api } = setup({ [check]: ok({}, 202) })
  const region = await screen.findByRole('region', { name: 'Trust score' })
  expect(await within(region).findByText('91')).toBeTruthy()
  await user.click(within(region).getByRole('button', { name: 'Measure for the score' }))
  await waitFor(() => expect(api.callsTo(check)).toHaveLength(1))
})

it('does not measure a machine that is rented', async () => {
  setup({ [`GET ${at}`]: ok(aMachine({ slots_rented: 1 })) })
  const button = await screen.findByRole('button', { name: 'Measure for the score' })
  expect(button.hasAttribute('disabled')).toBe(true)
})

it('shows what the machine paid back and why, and nothing where it paid nothing', async () => {
  const credit = {
    ...{ reason: 'outage', at: secondsBefore(600), seconds: 300, percent: null },
    ...{ text: 'Credit: the machine was offline for 5 min.' },
    ...{ micro_usd: 300_000, paid_micro_usd: 300_000 },
  }
  setup({ [`GET ${at}/credits`]: ok([credit]) })
  const region = await screen.findByRole('region', { name: 'Automatic credits' })
  expect(region.textContent).toContain('offline for 5 min.')
  expect(region.textContent).toContain('$0.30')
})

it('answers a review once', async () => {
  const answered = { text: 'We fixed the fan.', at: secondsBefore(1) }
  const answer = `PUT /api/reviews/${aReview().id}/answer`
  const { user, api } = setup({
    [`GET ${at}/reviews`]: ok(someReviews([aReview()])),
    [answer]: ok(aReview({ answer: answered })),
  })
  const region = await screen.findByRole('region', { name: 'Reviews' })
  await user.click(await within(region).findByRole('button', { name: 'Answer' }))
  const publish = within(region).getByRole('button', { name: 'Publish answer' })
  expect(publish.hasAttribute('disabled')).toBe(true)
  await user.type(within(region).getByLabelText('Your answer'), 'We fixed the fan.')
  api.answer(`GET ${at}/reviews`, ok(someReviews([aReview({ answer: answered })])))
  await user.click(publish)
  expect(await within(region).findByText('We fixed the fan.', { selector: 'p' })).toBeTruthy()
  expect(api.callsTo(answer)[0]?.body).toEqual({ text: 'We fixed the fan.' })
  expect(within(region).queryByRole('button', { name: 'Answer' })).toBeNull()
})

function setup(answers: Answers = {}) {
  return renderApp({
    path: `/machines/${machine.id}`,
    answers: { [`GET ${at}`]: ok(machine), ...answers },
  })
}
