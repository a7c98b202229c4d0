import { ApiError, NetworkError } from '@gridloom/client/api-error'
import { type ErrorCode, type ErrorDetails, errorCodes } from '@gridloom/contract/errors'
import { describe, expect, it } from 'vitest'
import { sampleId } from '../../../testing/samples.ts'
import { orderRefusal, quoteRefusal } from './order-refusal.ts'
import { problemAt } from './problem-at.ts'

describe('a refused order', () => {
  it.each([
    ['insufficient_funds', 'funds'],
    ['offer_taken', 'taken'],
    ['quote_expired', 'quote_expired'],
    ['machine_offline', 'offline'],
    ['invalid_input', 'fields'],
    ['internal', 'other'],
    ['idempotency_conflict', 'other'],
  ] as const)('with %s is told as %s', (code, kind) => {
    expect(orderRefusal(refused(code)).kind).toBe(kind)
  })

  it('names the next offer where the refusal does', () => {
    const id = sampleId('ofr', 7)
    expect(orderRefusal(refused('offer_taken', { next_offer_id: id }))).toEqual({
      kind: 'taken',
      nextOfferId: id,
    })
  })

  it('names none where the refusal names nothing that is an offer', () => {
    const refusal = orderRefusal(refused('offer_taken', { next_offer_id: 'nonsense' }))
    expect(refusal).toEqual({ kind: 'taken', nextOfferId: undefined })
  })

  it('without an answer is told apart from a refused one: it may have arrived', () => {
    expect(orderRefusal(new NetworkError('unreachable'))).toEqual({
      kind: 'unanswered',
      text: 'The server could not be reached.',
    })
  })
})

describe('a quote that could not be had', () => {
  it('tells a lost connection in its own words; asking again costs nothing', () => {
    expect(quoteRefusal(new NetworkError('broken'))).toEqual({
      kind: 'other',
      text: 'The connection to the server was lost.',
    })
  })

  it('is sorted like an order where the server refused it', () => {
    expect(quoteRefusal(refused('offer_taken')).kind).toBe('taken')
  })
})

describe('finding a field’s problem', () => {
  const wrong = { 'template.ports.1': 'must be a number', label: 'too long' }

  it('finds it at the very path', () => {
    expect(problemAt(wrong, 'label')).toBe('too long')
  })

  it('finds it below, and says where', () => {
    expect(problemAt(wrong, 'template.ports')).toBe('1: must be a number')
  })

  it('does not take a path that only begins alike', () => {
    expect(problemAt({ labels: 'x' }, 'label')).toBeUndefined()
  })
})

function refused(code: ErrorCode, details: ErrorDetails = {}): ApiError {
  const { status, text } = errorCodes[code]
  return new ApiError({ code, status, text, details })
}
