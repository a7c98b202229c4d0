import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, ok } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { aReceipt } from '../../../testing/renter-samples.ts'
import { aReview, aWrittenReview } from '../../../testing/reputation-samples.ts'
import { anInstance, secondsBefore } from '../../../testing/samples.ts'

const instance = anInstance()
const at = `/api/instances/${instance.id}`

describe('the credits of a receipt', () => {
  it('are listed with their reason and the cost after them', async () => {
    const credit = {
      ...{ reason: 'slow_start', at: secondsBefore(600), seconds: 45, percent: null },
      ...{ text: 'Credit: the start took 45 s longer than promised.' },
      ...{ micro_usd: 5_000, paid_micro_usd: 2_112 },
    }
    setup({ [`GET ${at}/receipt`]: ok(aReceipt({ credits: [credit], credited_micro_usd: 2_112 })) })
    const table = await screen.findByRole('table', { name: 'Credits' })
    expect(table.textContent).toContain('45 s longer than promised.')
    expect(table.textContent).toContain('$0.005000$0.002112')
    expect(table.textContent).toContain('Cost after credits$0.005000')
  })

  it('are left out where there are none', async () => {
    setup()
    await screen.findByText(/Matches the ledger exactly/)
    expect(screen.queryByRole('table', { name: 'Credits' })).toBeNull()
  })
})

describe('the review of the machine', () => {
  it('waits for an hour', async () => {
    setup()
    expect(await screen.findByText(/after your instance has run for one hour/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Publish review' })).toBeNull()
  })

  it('needs a rating, and is published', async () => {
    const write = `PUT ${at}/review`
    const written = aWrittenReview({
      ...{ review: aReview(), blocker: null, editable_until: secondsBefore(-80_000) },
    })
    const { user, api } = setup({
      [`GET ${at}/review`]: ok(aWrittenReview({ blocker: null })),
      [write]: ok(written),
    })
    const publish = await screen.findByRole('button', { name: 'Publish review' })
    await user.click(publish)
    expect(screen.getByText('Choose a rating.')).toBeTruthy()
    await user.click(screen.getByRole('radio', { name: '4 ★' }))
    await user.type(screen.getByLabelText('What should others know?'), 'Fast and quiet.')
    await user.click(publish)
    await waitFor(() => expect(api.callsTo(write)).toHaveLength(1))
    expect(api.callsTo(write)[0]?.body).toEqual({ rating: 4, text: 'Fast and quiet.' })
    expect(await screen.findByRole('button', { name: 'Save review' })).toBeTruthy()
    expect(screen.getByText(/Can be edited for 24 hours/)).toBeTruthy()
  })

  it('is final after a day, and shows the answer', async () => {
    const answer = { text: 'Thank you.', at: secondsBefore(60) }
    const review = aReview({ answer })
    setup({
      [`GET ${at}/review`]: ok(aWrittenReview({ review, blocker: 'no_longer_editable' })),
    })
    const region = await screen.findByRole('region', { name: 'Your review' })
    expect(await within(region).findByText('Thank you.')).toBeTruthy()
    expect(region.textContent).toContain('This review is final.')
  })
})

function setup(answers: Answers = {}) {
  return renderApp({
    path: `/instance/myinstance/${instance.id}?tab=receipt`,
    answers: {
      [`GET ${at}`]: ok(instance),
      [`GET ${at}/receipt`]: ok(aReceipt()),
      ...answers,
    },
  })
}
