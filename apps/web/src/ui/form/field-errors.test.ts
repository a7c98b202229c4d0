import { ApiError, NetworkError } from '@gridloom/client/api-error'
import { describe, expect, it } from 'vitest'
import { placeFieldErrors } from './field-errors.ts'

describe('placeFieldErrors', () => {
  it('sets each error at its field and returns nothing', () => {
    const { form, placed } = setup({ email: '', password: '' })
    const left = placeFieldErrors(form, invalid({ email: 'Email is not valid' }))
    expect(placed()).toEqual({ email: 'Email is not valid' })
    expect(left).toBeUndefined()
  })

  it('sets the error of a nested path at its field', () => {
    const { form, placed } = setup({ pricing: {} })
    placeFieldErrors(form, invalid({ 'pricing.disk': 'too much' }))
    expect(placed()).toEqual({ pricing: 'too much' })
  })

  it('returns an error that has no field', () => {
    const { form } = setup({ email: '' })
    expect(placeFieldErrors(form, invalid({ key: 'is used' }))).toBe('key: is used')
  })

  it('returns the text of an error without fields', () => {
    const { form, placed } = setup({ email: '' })
    expect(placeFieldErrors(form, invalid({}))).toBe('Invalid input.')
    expect(placed()).toEqual({})
  })

  it('sets each error at the field that the form maps it to', () => {
    const { form, placed } = setup({ url: '' })
    const own = { ...form, fieldAt: (path: string) => (path === 'source.url' ? 'url' : undefined) }
    const left = placeFieldErrors(own, invalid({ 'source.url': 'is gone', url: 'is unknown' }))
    expect(placed()).toEqual({ url: 'is gone' })
    expect(left).toBe('url: is unknown')
  })

  it('returns the text of a network error', () => {
    const { form } = setup({ url: '' })
    const lost = new NetworkError('unreachable')
    expect(placeFieldErrors(form, lost)).toBe('The server could not be reached.')
  })
})

function invalid(fields: Record<string, string>) {
  return new ApiError({
    code: 'invalid_input',
    status: 400,
    text: 'Invalid input.',
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
