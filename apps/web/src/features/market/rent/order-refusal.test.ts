import { ApiError, NetworkError } from '@gridloom/client/api-error'
import { type ErrorCode, type ErrorDetails, errorCodes } from '@gridloom/contract/errors'
import { describe, expect, it } from 'vitest'
import { sampleId } from '../../../testing/samples.ts'
import { problemAt } from '../../../ui/form/problem-at.ts'
import { orderRefusal, quoteRefusal } from './order-refusal.ts'

describe('a rejected order', () => {
  it.each([
    ['insufficient_funds', 'funds'],
    ['offer_taken', 'taken'],
    ['quote_expired', 'quote_expired'],
    ['machine_offline', 'offline'],
    ['invalid_input', 'fields'],
    ['label_taken', 'fields'],
    ['internal', 'other'],
    ['idempotency_conflict', 'other'],
  ] as const)('with %s is classified as %s', (code, kind) => {
    expect(orderRefusal(refused(code)).kind).toBe(kind)
  })

  it('includes the next offer that the server names', () => {
    const id = sampleId('ofr', 7)
    expect(orderRefusal(refused('offer_taken', { next_offer_id: id }))).toEqual({
      kind: 'taken',
      nextOfferId: id,
    })
  })

  it('ignores a next offer that is not an offer id', () => {
    const refusal = orderRefusal(refused('offer_taken', { next_offer_id: 'nonsense' }))
    expect(refusal).toEqual({ kind: 'taken', nextOfferId: undefined })
  })

  it('is kept apart from one without a response, which may have arrived', () => {
    expect(orderRefusal(new NetworkError('unreachable'))).toEqual({
      kind: 'unanswered',
      text: 'The server could not be reached.',
    })
  })
})

describe('a failed quote', () => {
  it('with a lost connection shows the network error, as a retry is free', () => {
    expect(quoteRefusal(new NetworkError('broken'))).toEqual({
      kind: 'other',
      text: 'The connection to the server was lost.',
    })
  })

  it('is classified like an order when the server rejects it', () => {
    expect(quoteRefusal(refused('offer_taken')).kind).toBe('taken')
  })
})

describe('problemAt', () => {
  const wrong = { 'template.ports.1': 'must be a number', label: 'too long' }

  it('returns the problem of the exact path', () => {
    expect(problemAt(wrong, 'label')).toBe('too long')
  })

  it('returns the problem of a path below, with its position', () => {
    expect(problemAt(wrong, 'template.ports')).toBe('1: must be a number')
  })

  it('ignores a path that only shares a prefix', () => {
    expect(problemAt({ labels: 'x' }, 'label')).toBeUndefined()
  })
})

function refused(code: ErrorCode, details: ErrorDetails = {}): ApiError {
  const { status, text } = errorCodes[code]
  return new ApiError({ code, status, text, details })
}
