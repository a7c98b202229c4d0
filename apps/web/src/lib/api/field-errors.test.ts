import { ApiError, NetworkError } from '@gridloom/client/api-error'
import { describe, expect, it } from 'vitest'
import { placeFieldErrors } from './field-errors.ts'

describe('placeFieldErrors', () => {
  it('puts each error at its field and leaves nothing over', () => {
    const { form, placed } = setup({ email: '', password: '' })
    const left = placeFieldErrors(form, invalid({ email: 'Email is not valid' }))
    expect(placed()).toEqual({ email: 'Email is not valid' })
    expect(left).toBeUndefined()
  })

  it('finds the field of a part of it', () => {
    const { form, placed } = setup({ pricing: {} })
    placeFieldErrors(form, invalid({ 'pricing.disk': 'too much' }))
    expect(placed()).toEqual({ pricing: 'too much' })
  })

  it('hands back what has no field of its own', () => {
    const { form } = setup({ email: '' })
    expect(placeFieldErrors(form, invalid({ key: 'is used' }))).toBe('key: is used')
  })

  it('hands back the text of a refusal that is about no field', () => {
    const { form, placed } = setup({ email: '' })
    expect(placeFieldErrors(form, invalid({}))).toBe('Some fields are not right.')
    expect(placed()).toEqual({})
  })

  it('has nothing to say about a lost connection', () => {
    const { form } = setup({ email: '' })
    expect(placeFieldErrors(form, new NetworkError('unreachable'))).toBeUndefined()
  })
})

function invalid(fields: Record<string, string>) {
  return new ApiError({
    code: 'invalid_input',
    status: 400,
    text: 'Some fields are not right.',
    fields,
  })
}

function setup(values: object) {
  let errors: Record<string, string> = {}
  return {
    form: {
      getValues: () => values,
      setErrors: (next: Record<string, string>) => {
        errors = next
      },
    },
    placed: () => errors,
  }
}
