import { Refused } from '@gridloom/contract/errors'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { failureBody, refusalFrom } from './failures.ts'

it('discloses no internal error to the caller', () => {
  const body = failureBody(refusalFrom(new Error('password=hunter2 in table accounts')))
  expect(body).toEqual({
    status: 'error',
    code: 'internal',
    error: 'Something went wrong on our side. The error has been logged.',
  })
})

it('keeps the internal text separate from the public one', () => {
  const refused = new Refused('not_found', {
    details: { what: 'offer' },
    internal: 'offer was withdrawn',
  })
  expect(refused.message).toBe('offer was withdrawn')
  expect(failureBody(refused).error).toBe(
    "This offer does not exist, or you don't have access to it.",
  )
})

it('names each invalid and each unknown field', () => {
  const schema = z.strictObject({ email: z.email('Email is not valid'), age: z.int() })
  const { error } = schema.safeParse({ email: 'x', age: 1, admin: true, role: 'operator' })
  expect(failureBody(refusalFrom(error)).fields).toEqual({
    email: 'Email is not valid',
    admin: 'Unknown field.',
    role: 'Unknown field.',
  })
})

it('maps an unreachable database to not_ready', () => {
  const refused = refusalFrom(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }))
  expect(refused.code).toBe('not_ready')
})
