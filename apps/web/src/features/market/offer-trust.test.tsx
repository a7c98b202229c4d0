import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, ok, refuse } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { anOffer } from '../../testing/renter-samples.ts'
import { anEvidence, aReview, aTrust, someReviews } from '../../testing/reputation-samples.ts'
import { someDetails } from '../../testing/samples.ts'

const offer = anOffer()
const trustCall = `GET /api/machines/${offer.machine_id}/trust`
const factsCall = `GET /api/machines/${offer.machine_id}/trust/evidence`
const reviewsCall = `GET /api/machines/${offer.machine_id}/reviews`

describe('the trust score of an offer', () => {
  it('shows the score, its parts and the provider’s', async () => {
    const drawer = await setup()
    expect(await within(drawer).findByText('91')).toBeTruthy()
    const parts = within(drawer).getByRole('list', { name: 'Parts of the score' })
    expect(
      within(parts).getByRole('button', { name: 'Successful starts 96 21 facts' }),
    ).toBeTruthy()
    expect(drawer.textContent).toContain('Provider: 94 over 3 machines.')
    expect(drawer.textContent).toContain(`gridloom trust ${offer.machine_id} --recompute`)
  })

  it('calls a machine without enough facts new', async () => {
    const trust = aTrust({ score: null, facts_weight: 3.5 })
    const drawer = await setup({ [trustCall]: ok(trust) })
    expect(await within(drawer).findByText('New')).toBeTruthy()
    expect(drawer.textContent).toContain('No score yet: 3.5 of 10 facts. New is not bad.')
  })

  it('cannot open a part without facts', async () => {
    const drawer = await setup()
    const disputes = await within(drawer).findByRole('button', { name: /Disputes/ })
    expect(disputes.hasAttribute('disabled')).toBe(true)
  })

  it('opens the facts of a part, newest first, with what is wrong', async () => {
    const party = { digest: 'e'.repeat(64), own: true, other_providers: 0 }
    const lost = { number: 2, kind: 'start', value: 0, cause: 'gpu_missing', party }
    const drawer = await setup({ [factsCall]: lines([anEvidence(), anEvidence(lost)]) })
    const { user, api } = seen
    await user.click(await within(drawer).findByRole('button', { name: /Successful starts/ }))
    const table = await screen.findByRole('table', { name: 'Facts' })
    const [, newest, oldest] = within(table).getAllByRole('row')
    expect(newest?.textContent).toContain('The machine could not provide the GPU.')
    expect(newest?.textContent).toContain('eeeeeeee provider’s own, not counted')
    expect(oldest?.textContent).toContain('As it should')
    expect(api.callsTo(factsCall)[0]?.query).toMatchObject({ part: 'starts', last: '100' })
  })

  it('shows a failure and tries again', async () => {
    const drawer = await setup({ [trustCall]: refuse('internal') })
    await within(drawer).findByText('The trust score could not be loaded')
    seen.api.answer(trustCall, ok(aTrust()))
    await seen.user.click(within(drawer).getByRole('button', { name: 'Try again' }))
    expect(await within(drawer).findByText('91')).toBeTruthy()
  })
})

describe('the reviews of an offer', () => {
  it('are shown with the provider’s answer', async () => {
    const answer = { text: 'Thank you.', at: aReview().created_at }
    const drawer = await setup({ [reviewsCall]: ok(someReviews([aReview({ answer })])) })
    const list = await within(drawer).findByRole('list', { name: 'Reviews' })
    expect(within(list).getByRole('img', { name: '4 of 5 stars' })).toBeTruthy()
    expect(list.textContent).toContain('Fast and quiet.')
    expect(list.textContent).toContain('Thank you.')
  })

  it('are hidden by the operator, and shown again; others have no button', async () => {
    const review = aReview()
    const hideCall = `PUT /api/operator/reviews/${review.id}`
    const drawer = await setup({
      ...{ [reviewsCall]: ok(someReviews([review])), [hideCall]: ok({ ...review, hidden: true }) },
      'GET /api/user/details': ok(someDetails({ role: 'operator' })),
    })
    const hide = await within(drawer).findByRole('button', { name: 'Hide review' })
    seen.api.answer(reviewsCall, ok(someReviews([{ ...review, hidden: true }])))
    await seen.user.click(hide)
    expect(await within(drawer).findByRole('button', { name: 'Show review again' })).toBeTruthy()
    expect(drawer.textContent).toContain('hidden by the operator')
    expect(seen.api.callsTo(hideCall)[0]?.body).toEqual({ hidden: true })
    seen.unmount()

    const others = await setup({ [reviewsCall]: ok(someReviews([review])) })
    await within(others).findByRole('list', { name: 'Reviews' })
    expect(within(others).queryByRole('button', { name: 'Hide review' })).toBeNull()
  })

  it('say that there are none', async () => {
    const drawer = await setup()
    expect(await within(drawer).findByText('No reviews yet')).toBeTruthy()
  })
})

let seen: ReturnType<typeof renderApp>

async function setup(answers: Answers = {}) {
  seen = renderApp({
    path: `/instance?offer=${offer.id}`,
    answers: { [`GET /api/offers/${offer.id}`]: ok(offer), ...answers },
  })
  return screen.findByRole('dialog')
}

function lines(facts: readonly object[]) {
  const text = facts.map((fact) => `${JSON.stringify(fact)}\n`).join('')
  return () => new Response(text, { headers: { 'content-type': 'application/x-ndjson' } })
}
