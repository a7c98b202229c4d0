import { ApiError, NetworkError } from '@gridloom/client/api-error'
import type { ErrorCode } from '@gridloom/contract/errors'
import { describe, expect, it } from 'vitest'
import { describeError, toastText } from './error-texts.ts'

describe('toastText', () => {
  it.each([
    [400, 'Bad Request: Some text'],
    [401, 'Unauthorized: Please log in again.'],
    [403, 'Forbidden: You do not have access to this resource.'],
    [404, 'Not Found: The requested resource does not exist.'],
    [500, 'Internal Server Error: Please try again later.'],
    [409, 'Unexpected Error: Some text'],
  ])('returns the specified text for %i', (status, text) => {
    expect(toastText(refusal({ status }))).toBe(text)
  })

  it('reports invalid input when the server gives no text', () => {
    expect(toastText(refusal({ status: 400, text: '' }))).toBe('Bad Request: Invalid input')
  })

  it('reports the connection when the server is unreachable', () => {
    expect(toastText(new NetworkError('unreachable'))).toBe(
      'Network Error: Please check your internet connection.',
    )
  })

  it('hides the message of an internal error', () => {
    expect(toastText(new TypeError('x is undefined'))).not.toContain('undefined')
  })
})

describe('describeError', () => {
  it('returns the server’s text', () => {
    const problem = describeError(refusal({ code: 'offer_taken', text: 'This offer was taken.' }))
    expect(problem).toEqual({ text: 'This offer was taken.', remedy: '' })
  })

  it('suggests how to get credit when funds are insufficient', () => {
    expect(describeError(refusal({ code: 'insufficient_funds' })).remedy).toContain('credit')
  })

  it('suggests trying again later after a server error', () => {
    expect(describeError(refusal({ code: 'internal' })).remedy).toContain('moment')
  })

  it('distinguishes a network error', () => {
    expect(describeError(new NetworkError('timeout'))).toEqual({
      text: 'The server did not respond in time.',
      remedy: 'Check your connection and try again.',
    })
  })
})

function refusal(parts: { status?: number; text?: string; code?: ErrorCode }) {
  return new ApiError({ code: 'state_conflict', status: 409, text: 'Some text', ...parts })
}
